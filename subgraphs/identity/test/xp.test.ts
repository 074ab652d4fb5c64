// Xp grants of services and corrections by administrators count once per key.
import { beforeAll, describe, expect, test } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import { addClient } from '#test/grant-story.ts'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')

const someone = (about?: object) => identity.join(`p${crypto.randomUUID().slice(0, 8)}`, about)
const newKey = () => crypto.randomUUID()

const GRANT = `mutation ($input: GrantXpInput!) { grantXp(input: $input) { xp level } }`

async function grant({ id }: { id: string }, amount: number, key = newKey()) {
  const variables = { input: { key, identityId: id, amount } }
  const response = await identity.ask(GRANT, { service: 'path', variables })
  return response.grantXp as { xp: number; level: number }
}

const xpOf = async (as: Person) => (await identity.ask('{ me { xp level } }', { as })).me as object

test('A grant adds to the xp and raises the level', async () => {
  const ada = await someone({ xp: 50 })
  expect(await grant(ada, 49)).toEqual({ xp: 99, level: 1 })
  expect(await grant(ada, 1)).toEqual({ xp: 100, level: 2 })
  expect(await grant(ada, 0)).toEqual({ xp: 100, level: 2 })
  expect(await xpOf(ada)).toEqual({ xp: 100, level: 2 })
})

test('A used key grants nothing more and returns the first result', async () => {
  const ada = await someone()
  const key = newKey()
  expect(await grant(ada, 60, key)).toEqual({ xp: 60, level: 1 })
  expect(await grant(ada, 60)).toEqual({ xp: 120, level: 2 })
  expect(await grant(ada, 60, key)).toEqual({ xp: 60, level: 1 })
  expect(await xpOf(ada)).toEqual({ xp: 120, level: 2 })
})

test('Twenty simultaneous calls with one key grant once and return the same result', async () => {
  const ada = await someone()
  const key = newKey()
  const responses = await atOnce(20, () => grant(ada, 70, key))
  for (const response of responses) expect(response).toEqual({ xp: 70, level: 1 })
  expect(await xpOf(ada)).toEqual({ xp: 70, level: 1 })
})

test('A key that is used for another person at the same moment is refused', async () => {
  const [ada, grace] = [await someone(), await someone()]
  const key = newKey()
  const refused = await identity
    .tables<IdentityTables>('identity')
    .transaction()
    .execute(async (trx) => {
      const after = { xpAfter: 5, levelAfter: 1, grantedAt: new Date() }
      await trx
        .insertInto('xpGrants')
        .values({ key, identityId: grace.id, amount: 5, ...after })
        .execute()
      const variables = { input: { key, identityId: ada.id, amount: 5 } }
      const granting = identity.refusal(GRANT, { service: 'path', variables })
      await expect.poll(() => sessionsWaiting(identity.tables('identity'))).toBe(1)
      return [granting] as const
    })
  expect(await refused[0]).toEqual({
    code: 'VALIDATION_ERROR',
    details: { field: 'key', reason: 'has been used for another grant' },
  })
})

test('Twenty simultaneous calls with twenty keys grant twenty times', async () => {
  const ada = await someone()
  const responses = await atOnce(20, () => grant(ada, 10))
  const xps = responses.map(({ xp }) => xp).toSorted((a, b) => a - b)
  expect(xps).toEqual(Array.from({ length: 20 }, (_none, index) => 10 * (index + 1)))
  expect(await xpOf(ada)).toEqual({ xp: 200, level: 2 })
})

test('a grant that cannot be added changes nothing and leaves its key free', async () => {
  const ada = await someone({ xp: 2_147_483_647 - 10 })
  const key = newKey()
  const rules = [
    [11, "would raise the recipient's xp above 2147483647"],
    [-1, 'must be from 0 to 2147483647'],
  ] as const
  for (const [amount, reason] of rules) {
    const variables = { input: { key, identityId: ada.id, amount } }
    expect(await identity.refusal(GRANT, { service: 'path', variables })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'amount', reason },
    })
  }
  expect(await grant(ada, 10, key)).toEqual({ xp: 2_147_483_647, level: 6554 })
})

test('A grant to an unknown person is refused', async () => {
  const variables = { input: { key: newKey(), identityId: 'identity_unknown', amount: 1 } }
  expect(await identity.refusal(GRANT, { service: 'path', variables })).toEqual({
    code: 'NOT_FOUND',
    details: { resource: 'Identity', id: 'identity_unknown' },
  })
})

test('Only services may grant xp, whatever a token says', async () => {
  const as = await someone()
  const scopes = ['identity', 'credentials', 'wallet', 'admin']
  const variables = { input: { key: newKey(), identityId: as.id, amount: 1_000_000 } }
  expect(await identity.refusal(GRANT, { as, scopes, variables })).toEqual({
    code: 'INSUFFICIENT_PERMISSIONS',
    details: { reason: 'service_token' },
  })
  expect(await xpOf(as)).toEqual({ xp: 0, level: 1 })
})

describe('a correction', () => {
  const ADJUST = `mutation ($input: AdjustXpInput!) {
    adjustXp(input: $input) { xp level identity { id xp } }
  }`
  const adjusting = (id: string, amount: number, change: object = {}) => ({
    as: { id: 'console', clientId: 'console' },
    scopes: ['identity', 'admin'],
    variables: {
      input: { key: newKey(), identityId: id, amount, reason: 'counted twice', ...change },
    },
  })
  const adjust = async (id: string, amount: number, change?: object) =>
    (await identity.ask(ADJUST, adjusting(id, amount, change))).adjustXp as object
  const refusal = (id: string, amount: number, change?: object) =>
    identity.refusal(ADJUST, adjusting(id, amount, change))
  const eventsOf = async ({ id }: Person) => {
    const query =
      'query ($id: ID) { auditEvents(identityId: $id) { nodes { kind clientId details } } }'
    const asking = { ...adjusting(id, 0), variables: { id } }
    return (await identity.ask(query, asking)).auditEvents.nodes as object[]
  }

  beforeAll(() => addClient(identity, 'console', { scopes: ['identity', 'admin'] }))

  test('A correction adds or subtracts xp, and the level follows', async () => {
    const ada = await someone({ xp: 90 })
    expect(await adjust(ada.id, 20)).toEqual({
      xp: 110,
      level: 2,
      identity: { id: ada.id, xp: 110 },
    })
    expect(await adjust(ada.id, -30)).toMatchObject({ xp: 80, level: 1 })
    expect(await adjust(ada.id, -80)).toMatchObject({ xp: 0, level: 1 })
    expect(await xpOf(ada)).toEqual({ xp: 0, level: 1 })
  })

  test('A correction is in the audit trail once, with its reason and its administrator', async () => {
    const ada = await someone({ xp: 90 })
    const admin = await someone({ role: 'admin' })
    const asking = { ...adjusting(ada.id, -30), as: admin }
    for (const _again of [1, 2]) await identity.ask(ADJUST, asking)
    const details = { amount: -30, reason: 'counted twice', by: admin.id }
    expect(await eventsOf(ada)).toEqual([{ kind: 'xp_adjusted', clientId: 'test-client', details }])
  })

  test('Twenty simultaneous corrections with one key count once and return the same result', async () => {
    const ada = await someone({ xp: 100 })
    const key = newKey()
    const responses = await atOnce(20, () => adjust(ada.id, -70, { key }))
    for (const response of responses) expect(response).toMatchObject({ xp: 30, level: 1 })
    expect(await adjust(ada.id, 5)).toMatchObject({ xp: 35 })
    expect(await adjust(ada.id, -70, { key })).toMatchObject({ xp: 30, identity: { xp: 35 } })
    expect(await eventsOf(ada)).toHaveLength(2)
  })

  test('Simultaneous corrections and grants all count, and xp is never negative', async () => {
    const ada = await someone({ xp: 50 })
    const taking = Array.from({ length: 10 }, () => identity.run(ADJUST, adjusting(ada.id, -30)))
    const giving = Array.from({ length: 10 }, () => grant(ada, 10))
    const [taken] = await Promise.all([Promise.all(taking), Promise.all(giving)])
    const times = taken.filter(({ errors }) => !errors).length
    for (const refused of refusalsOf(taken)) {
      expect(refused).toMatchObject({ details: { reason: 'INSUFFICIENT_XP' } })
    }
    expect(await xpOf(ada)).toMatchObject({ xp: 150 - 30 * times })
    expect(await eventsOf(ada)).toHaveLength(times)
  })

  test('A correction may use the key of a grant', async () => {
    const ada = await someone({ xp: 50 })
    const key = newKey()
    await grant(ada, 10, key)
    expect(await adjust(ada.id, -10, { key })).toMatchObject({ xp: 50 })
    expect(await grant(ada, 10, key)).toEqual({ xp: 60, level: 1 })
  })

  test.each([
    ['another amount', async () => ({ amount: 6 })],
    ['another reason', async () => ({ reason: 'a gift' })],
    ['another person', async () => ({ identityId: (await someone()).id })],
  ])('A correction is refused with the key of one of %s', async (_what, other) => {
    const ada = await someone()
    const key = newKey()
    await adjust(ada.id, 5, { key })
    expect(await refusal(ada.id, 5, { key, ...(await other()) })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'key', reason: 'has been used for another adjustment' },
    })
  })

  test('Two simultaneous corrections of two people with one key count for one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ada, grace] = [await someone(), await someone()]
      const key = newKey()
      const responses = await Promise.all(
        [ada, grace].map(({ id }) => identity.run(ADJUST, adjusting(id, 5, { key }))),
      )
      const details = { field: 'key', reason: 'has been used for another adjustment' }
      expect(refusalsOf(responses)).toEqual([{ code: 'VALIDATION_ERROR', details }])
    }
  })

  test('A correction cannot subtract more than there is', async () => {
    const ada = await someone({ xp: 50 })
    expect(await refusal(ada.id, -51)).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'INSUFFICIENT_XP', xp: 50 },
    })
    expect(await xpOf(ada)).toEqual({ xp: 50, level: 1 })
    expect(await eventsOf(ada)).toEqual([])
  })

  test('A correction cannot exceed the maximum of an integer', async () => {
    const ada = await someone({ xp: 1 })
    expect(await refusal(ada.id, 2_147_483_647)).toEqual({
      code: 'VALIDATION_ERROR',
      details: {
        field: 'amount',
        reason: "would raise the recipient's xp above 2147483647",
      },
    })
  })

  test.each([
    ['key', '', 'must have 1 to 200 characters'],
    ['key', 'k'.repeat(201), 'must have 1 to 200 characters'],
    ['key', 'half \ud800', 'must be well-formed Unicode'],
    ['reason', 'half \udc00', 'must be well-formed Unicode'],
    ['identityId', '', 'must have 1 to 200 characters'],
    ['amount', 0, 'must not be 0'],
    ['amount', -2_147_483_648, 'must be from -2147483647 to 2147483647'],
    ['reason', '', 'must have 1 to 200 characters, and not blanks alone'],
    ['reason', ' ', 'must have 1 to 200 characters, and not blanks alone'],
    ['reason', 'r'.repeat(201), 'must have 1 to 200 characters, and not blanks alone'],
  ])('A correction is refused with the %s %j', async (field, value, reason) => {
    const { id } = await someone()
    expect(await refusal(id, 5, { [field]: value })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    })
  })
})
