// Audit entries of other services: recorded once, within limits, and accepted only from services.
import { beforeAll, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const identity = testSubgraph('identity')
let ada: Person
beforeAll(async () => {
  ada = await identity.join('ada', { role: 'admin' })
})

const RECORD = 'mutation ($event: AuditEventInput!) { recordAuditEvent(event: $event) }'
const newEvent = (change: object = {}) => ({
  id: `audit_${crypto.randomUUID()}`,
  at: '2026-03-04T11:59:58.000Z',
  kind: 'content_added',
  clientId: 'console',
  address: '192.0.2.7',
  requestId: 'request-7',
  details: { type: 'Quest', id: 'quest_7', by: ada.id },
  ...change,
})
const recording = (change: object = {}) => ({
  service: 'path',
  variables: { event: newEvent(change) },
})

async function eventsWith(id: string) {
  const query = `{ auditEvents(first: 100) { nodes {
    id at kind identityId clientId address requestId details
  } } }`
  const { auditEvents } = await identity.ask(query, { as: ada, scopes: ['identity', 'admin'] })
  return (auditEvents.nodes as { id: string }[]).filter((event) => event.id === id)
}

test('an entry is recorded as it was sent, with the service that sent it', async () => {
  const { service, variables } = recording({ identityId: 'identity_grace', kind: 'gold_adjusted' })
  const { event } = variables
  expect(await identity.ask(RECORD, { service, variables })).toEqual({ recordAuditEvent: true })
  const details = { ...event.details, service: 'path' }
  expect(await eventsWith(event.id)).toEqual([{ ...event, details }])
})

test('A service records entries only in its own name', async () => {
  const { service, variables } = recording({ details: { service: 'market' } })
  await identity.ask(RECORD, { service, variables })
  expect(await eventsWith(variables.event.id)).toMatchObject([{ details: { service: 'path' } }])
})

test('an entry that arrives many times at once is recorded once, as it was at first', async () => {
  const asking = recording()
  await Promise.all(Array.from({ length: 12 }, () => identity.ask(RECORD, asking)))
  const { event } = asking.variables
  const late = { ...asking, variables: { event: { ...event, kind: 'content_retired' } } }
  await identity.ask(RECORD, late)
  expect(await eventsWith(event.id)).toMatchObject([{ kind: 'content_added' }])
})

describe('an entry is refused', () => {
  const nested = (levels: number): object => (levels === 0 ? {} : { in: nested(levels - 1) })

  test.each([
    ['id', '', 'must have 1 to 200 characters'],
    ['kind', 'sign_in', /^must be one of content_added, /],
    ['kind', 'xp_adjusted', /^must be one of content_added, /],
    ['identityId', 'i'.repeat(201), 'must have 1 to 200 characters'],
    ['clientId', 'c'.repeat(201), 'must have 1 to 200 characters'],
    ['address', '', 'must have 1 to 200 characters'],
    ['requestId', 'r'.repeat(201), 'must have 1 to 200 characters'],
    ['details', { text: 'x'.repeat(8_192) }, 'must not be larger than 8192 bytes'],
    ['details', nested(9), 'must not be nested more than 8 levels deep'],
  ])('An entry with an invalid %s is refused', async (field, value, reason) => {
    const { code, details } = await identity.refusal(RECORD, recording({ [field]: value }))
    expect({ code, field: details.field }).toEqual({ code: 'VALIDATION_ERROR', field })
    expect(details.reason).toMatch(reason)
  })

  test('An entry is refused from anybody but a service, whatever a token says', async () => {
    const { variables } = recording()
    const asking = { as: ada, scopes: ['identity', 'admin'], variables }
    expect(await identity.refusal(RECORD, asking)).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { reason: 'service_token' },
    })
    expect(await eventsWith(variables.event.id)).toEqual([])
  })
})
