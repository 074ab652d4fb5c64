// Xp grants: for services alone, and once for each key.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'

let identity: TestSubgraph
beforeAll(async () => {
  identity = await startTestSubgraph('identity')
})
afterAll(() => identity.stop())

const someone = (about?: object) => identity.join(`p${crypto.randomUUID().slice(0, 8)}`, about)
const newKey = () => crypto.randomUUID()

const GRANT = `mutation ($input: GrantXpInput!) { grantXp(input: $input) { xp level } }`

async function grant({ id }: { id: string }, amount: number, key = newKey()) {
  const variables = { input: { key, identityId: id, amount } }
  const answer = await identity.ask(GRANT, { service: 'path', variables })
  return answer.grantXp as { xp: number; level: number }
}

const xpOf = async (as: Person) => (await identity.ask('{ me { xp level } }', { as })).me as object

test('a grant adds to the xp, and with it to the level', async () => {
  const ada = await someone({ xp: 50 })
  expect(await grant(ada, 49)).toEqual({ xp: 99, level: 1 })
  expect(await grant(ada, 1)).toEqual({ xp: 100, level: 2 })
  expect(await grant(ada, 0)).toEqual({ xp: 100, level: 2 })
  expect(await xpOf(ada)).toEqual({ xp: 100, level: 2 })
})

test('a key that was used grants nothing more, and is answered as it was then', async () => {
  const ada = await someone()
  const key = newKey()
  expect(await grant(ada, 60, key)).toEqual({ xp: 60, level: 1 })
  expect(await grant(ada, 60)).toEqual({ xp: 120, level: 2 })
  expect(await grant(ada, 60, key)).toEqual({ xp: 60, level: 1 })
  expect(await xpOf(ada)).toEqual({ xp: 120, level: 2 })
})

test('twenty calls at once with one key grant once, and all are answered the same', async () => {
  const ada = await someone()
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 20 }, () => grant(ada, 70, key)))
  for (const answer of answers) expect(answer).toEqual({ xp: 70, level: 1 })
  expect(await xpOf(ada)).toEqual({ xp: 70, level: 1 })
})

test('twenty calls at once with twenty keys grant twenty times', async () => {
  const ada = await someone()
  const answers = await Promise.all(Array.from({ length: 20 }, () => grant(ada, 10)))
  const xps = answers.map(({ xp }) => xp).toSorted((a, b) => a - b)
  expect(xps).toEqual(Array.from({ length: 20 }, (_none, index) => 10 * (index + 1)))
  expect(await xpOf(ada)).toEqual({ xp: 200, level: 2 })
})

test('a grant that cannot be added changes nothing and leaves its key free', async () => {
  const ada = await someone({ xp: 2_147_483_647 - 10 })
  const key = newKey()
  for (const amount of [11, -1]) {
    const variables = { input: { key, identityId: ada.id, amount } }
    const { code } = await identity.refusal(GRANT, { service: 'path', variables })
    expect(code).toBe('INTERNAL_ERROR')
  }
  expect(await grant(ada, 10, key)).toEqual({ xp: 2_147_483_647, level: 6554 })
})

test('nobody is granted anything who is not there', async () => {
  const variables = { input: { key: newKey(), identityId: 'identity_unknown', amount: 1 } }
  expect(await identity.refusal(GRANT, { service: 'path', variables })).toEqual({
    code: 'NOT_FOUND',
    details: { resource: 'Identity', id: 'identity_unknown' },
  })
})

test('only a service may grant, whatever a token says', async () => {
  const as = await someone()
  const scopes = ['identity', 'credentials', 'wallet', 'admin']
  const variables = { input: { key: newKey(), identityId: as.id, amount: 1_000_000 } }
  expect(await identity.refusal(GRANT, { as, scopes, variables })).toEqual({
    code: 'INSUFFICIENT_PERMISSIONS',
    details: { reason: 'service_token' },
  })
  expect(await xpOf(as)).toEqual({ xp: 0, level: 1 })
})
