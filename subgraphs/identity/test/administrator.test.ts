// Who is an administrator, as services ask in each administrative call, and how people become one.
import { beforeAll, describe, expect, test } from 'vitest'
import { addClient } from '#test/grant-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { asCommand } from '../commands/command.ts'
import {
  addAdministrator,
  listAdministrators,
  removeAdministrator,
} from '../domain/administration/administrator.ts'
import { disableIdentity } from '../domain/people/person.ts'
import type { IdentityTables } from '../tables.ts'

const ASK = `query ($identityId: ID!, $clientId: ID!) {
  administrator(identityId: $identityId, clientId: $clientId)
}`

const identity = testSubgraph('identity')
let ada: Person
let grace: Person
beforeAll(async () => {
  ada = await identity.join('ada', { role: 'admin' })
  grace = await identity.join('grace')
  await addClient(identity, 'web')
  await addClient(identity, 'console', { scopes: ['identity', 'admin'] })
  const disabledAt = identity.clock.now
  await addClient(identity, 'disabled', { scopes: ['identity', 'admin'], disabledAt })
})

const ask = async (identityId: string, clientId: string) => {
  const variables = { identityId, clientId }
  return (await identity.ask(ASK, { service: 'learn', variables })).administrator
}

test('A person is an administrator by their role, whatever their client may do', async () => {
  for (const client of ['web', 'console', 'disabled']) {
    expect(await ask(ada.id, client)).toBe(true)
    expect(await ask(grace.id, client)).toBe(false)
  }
  expect(await ask('identity_unknown', 'console')).toBe(false)
})

test.each([
  ['console', true],
  ['web', false],
  ['disabled', false],
  ['unknown', false],
])('whether a client without a person is an administrator: %s, %s', async (client, response) => {
  expect(await ask(client, client)).toBe(response)
})

test('Only services may ask who is an administrator', async () => {
  const variables = { identityId: ada.id, clientId: 'web' }
  expect(await identity.refusal(ASK, { as: ada, variables })).toMatchObject({
    details: { reason: 'service_token' },
  })
})

describe('by a command', () => {
  let ticks = 0
  /** Advances by a second per call, so that entries have an order. */
  const now = () => new Date(Date.now() + (ticks += 1_000))
  const ctx = () => ({ ...asCommand(identity.tables<IdentityTables>('identity')), now })
  const someone = () => identity.join(`p${crypto.randomUUID().slice(0, 8)}`)

  /** The audit entries of a person, oldest first. */
  const eventsOf = ({ id }: Person) =>
    ctx()
      .db.selectFrom('auditEvents')
      .select(['kind', 'address', 'details'])
      .where('identityId', '=', id)
      .orderBy('at')
      .execute()
  const listed = async () => {
    const { nodes } = await (await listAdministrators(ctx(), { first: 100 })).page()
    return nodes.map(({ username }) => username)
  }

  test('The command adds and removes an administrator, each recorded once', async () => {
    const alan = await someone()
    for (const _again of [1, 2]) await addAdministrator(ctx(), alan.username)
    expect(await ask(alan.id, 'web')).toBe(true)
    expect(await listed()).toContain(alan.username)
    for (const _again of [1, 2]) await removeAdministrator(ctx(), alan.username)
    expect(await ask(alan.id, 'web')).toBe(false)
    expect(await listed()).not.toContain(alan.username)
    const byCommand = { address: 'command', details: {} }
    expect(await eventsOf(alan)).toEqual([
      { kind: 'administrator_added', ...byCommand },
      { kind: 'administrator_removed', ...byCommand },
    ])
  })

  test('Of simultaneous commands, those that changed something are recorded', async () => {
    const barbara = await someone()
    const { username } = barbara
    await Promise.all(Array.from({ length: 6 }, () => addAdministrator(ctx(), username)))
    await Promise.all(Array.from({ length: 6 }, () => removeAdministrator(ctx(), username)))
    const kinds = (await eventsOf(barbara)).map(({ kind }) => kind)
    expect(kinds).toEqual(['administrator_added', 'administrator_removed'])
  })

  test('A disabled person cannot become an administrator, and a disabled administrator can be removed', async () => {
    const edsger = await someone()
    await disableIdentity(ctx(), edsger.id)
    await expect(addAdministrator(ctx(), edsger.username)).rejects.toMatchObject({
      message: `${edsger.username} is disabled and cannot be an administrator.`,
      extensions: { code: 'VALIDATION_ERROR', details: { reason: 'IDENTITY_DISABLED' } },
    })
    const donald = await someone()
    await addAdministrator(ctx(), donald.username)
    await disableIdentity(ctx(), donald.id)
    expect(await listed()).toContain(donald.username)
    await removeAdministrator(ctx(), donald.username)
    expect(await listed()).not.toContain(donald.username)
  })

  test.each([
    ['added', addAdministrator],
    ['removed', removeAdministrator],
  ])('an unknown person is not %s', async (_title, change) => {
    await expect(change(ctx(), 'Nobody')).rejects.toMatchObject({
      message: 'Nobody has the username Nobody.',
      extensions: { code: 'NOT_FOUND' },
    })
  })
})
