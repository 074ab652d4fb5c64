// Administrative changes at a service reach Identity's audit trail once, also after an outage.
import { afterEach, describe, expect, test } from 'vitest'
import { recordAudit, type AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'
import { callerOf } from '#test/caller.ts'
import { TIMEOUT } from '#test/process.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import type { IdentityTables } from '../subgraphs/identity/tables.ts'

let system: TestSystem
afterEach(() => system.stop())

const MINT = `mutation ($input: MintAssetInput!) { mintAsset(input: $input) { id } }`
const input = { name: 'Storm Lens', description: 'Of glass.', kind: 'tool' }
const EVENTS = `{ auditEvents(first: 100) { nodes {
  kind identityId clientId address details
} } }`

interface Event {
  kind: string
  details: Record<string, unknown>
}

/** An administrative change at Market. */
async function mint(as: Person): Promise<string> {
  const token = await as.token({ scope: 'identity admin' })
  const { body } = await system.graphql(MINT, { token, variables: { input } })
  expect(body.errors).toBeUndefined()
  return body.data.mintAsset.id as string
}

/** The audit entries of services other than Identity. */
async function eventsOfServices(as: Person): Promise<Event[]> {
  const token = await as.token({ scope: 'identity admin' })
  const { body } = await system.graphql(EVENTS, { token })
  expect(body.errors).toBeUndefined()
  const events = body.data.auditEvents.nodes as Event[]
  return events.filter(({ details }) => details.service !== undefined)
}

const owed = () =>
  system.tables<AuditOutboxTables>('market').selectFrom('auditOutbox').selectAll().execute()

describe.each(['one process', 'over HTTP'] as const)('%s', (topology) => {
  test('the audit trail has a change of a service with its person, address and service', async () => {
    system = await startTestSystem({ topology })
    const ada = await system.join('ada', { role: 'admin' })
    const id = await mint(ada)
    await expect.poll(() => eventsOfServices(ada), TIMEOUT).toHaveLength(1)
    expect(await eventsOfServices(ada)).toEqual([
      {
        kind: 'content_added',
        identityId: null,
        clientId: 'test-client',
        address: '127.0.0.1',
        details: { type: 'Asset', id, by: ada.id, service: 'market' },
      },
    ])
    await expect.poll(owed, TIMEOUT).toEqual([])
  })
})

test('a change while Identity is away is delivered once Identity is back, and no change is delivered twice', async () => {
  system = await startTestSystem({ topology: 'over HTTP' })
  const ada = await system.join('ada', { role: 'admin' })
  const first = await mint(ada)
  await expect.poll(owed, TIMEOUT).toEqual([])
  // Market checks the caller's rights at Identity, so the change happens just before the outage.
  const [reported] = await eventsOfServices(ada)
  await system.stopService('identity')
  const outbox = system.tables<AuditOutboxTables>('market')
  const entry = {
    kind: 'content_retired' as const,
    identityId: null,
    clientId: 'console',
    address: '192.0.2.7',
    requestId: 'request-7',
    at: new Date(),
    nextAttemptAt: new Date(0),
  }
  const { id: reportedId } = await system
    .tables<IdentityTables>('identity')
    .selectFrom('auditEvents')
    .select('id')
    .where('kind', '=', 'content_added')
    .executeTakeFirstOrThrow()
  await outbox
    .insertInto('auditOutbox')
    .values([
      { ...entry, id: 'audit_new', details: JSON.stringify({ id: 'asset_7' }) },
      // Delivered before, by a process that ended before it deleted the row.
      { ...entry, id: reportedId, details: JSON.stringify({ id: first }) },
    ])
    .execute()
  const attempted = async () => (await owed()).every(({ attempts }) => attempts > 0)
  await expect.poll(attempted, TIMEOUT).toBe(true)
  await system.startService('identity')
  await expect.poll(owed, TIMEOUT).toEqual([])
  expect(await eventsOfServices(ada)).toEqual(
    expect.arrayContaining([
      reported,
      expect.objectContaining({
        kind: 'content_retired',
        details: { id: 'asset_7', service: 'market' },
      }),
    ]),
  )
  expect(await eventsOfServices(ada)).toHaveLength(2)
})

test('an invented client address is cut, and its entry reaches the trail', async () => {
  system = await startTestSystem({ topology: 'over HTTP' })
  const ada = await system.join('ada', { role: 'admin' })
  const source = { ...callerOf(), now: () => new Date(), address: '2'.repeat(300) }
  await system
    .tables<AuditOutboxTables>('market')
    .transaction()
    .execute((trx) => recordAudit(source, trx, { kind: 'content_updated', details: {} }))
  await expect.poll(owed, TIMEOUT).toEqual([])
  expect(await eventsOfServices(ada)).toMatchObject([{ address: '2'.repeat(200) }])
})
