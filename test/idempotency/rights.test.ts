// A repetition shows only what the token that repeats the request may read.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addListing, giveGold } from '#test/market-story.ts'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'
import { startTestSystem, type TestSystem, type Topology } from '#test/system.ts'

const RENAME = `mutation ($input: UpdateProfileInput!) {
  updateProfile(input: $input) { displayName email }
}`
const OTHER = {
  code: 'VALIDATION_ERROR',
  details: { field: 'Idempotency-Key', reason: 'has been used for another request' },
}
const USED = { code: 'VALIDATION_ERROR', details: { reason: 'KEY_ALREADY_USED' } }

describe('at a service', () => {
  let identity: TestSubgraph
  let ada: Person
  let key: string
  beforeAll(async () => {
    identity = await startTestSubgraph('identity')
  })
  afterAll(() => identity.stop())
  beforeEach(async () => {
    ada = await identity.join(`a${crypto.randomUUID().slice(0, 8)}`)
    await identity
      .tables<{ emailAddresses: { identityId: string; address: string; verifiedAt: Date } }>(
        'identity',
      )
      .insertInto('emailAddresses')
      .values({ identityId: ada.id, address: 'ada@example.org', verifiedAt: identity.clock.now })
      .execute()
    key = crypto.randomUUID()
  })

  const rename = (scopes: string[], displayName = 'Ada') =>
    identity.run(RENAME, { as: ada, key, scopes, variables: { input: { displayName } } })
  const refusal = async (scopes: string[]) => (await rename(scopes)).errors?.[0]?.extensions
  const change = (assignment: ReturnType<typeof sql>) =>
    sql`update idempotency_keys set ${assignment} where key = ${key}`.execute(
      identity.tables<never>('identity'),
    )

  test('a repetition with fewer scopes is another request, and shows no field', async () => {
    const first = await rename(['identity', 'email'])
    expect(first.data).toMatchObject({ updateProfile: { email: 'ada@example.org' } })
    const narrow = await rename(['identity'])
    expect(JSON.stringify(narrow)).not.toContain('ada@example.org')
    expect(narrow.errors).toMatchObject([{ path: ['updateProfile'], extensions: OTHER }])
    expect(await rename(['identity', 'email'])).toEqual(first)
  })

  test('a repetition with more scopes is another request', async () => {
    await rename(['identity'])
    expect(await refusal(['identity', 'email'])).toEqual(OTHER)
  })

  test('a repetition with the same scopes in another order is the same request', async () => {
    const first = await rename(['identity', 'email'])
    expect(await rename(['email', 'identity'])).toEqual(first)
  })

  test('a repetition by an administrator who lost the role is another request', async () => {
    ada = await identity.join(`b${crypto.randomUUID().slice(0, 8)}`, { role: 'admin' })
    const scopes = ['identity', 'admin']
    const first = await rename(scopes)
    expect(first.errors).toBeUndefined()
    expect(await rename(scopes)).toEqual(first)
    await sql`update identities set role = 'member' where id = ${ada.id}`.execute(
      identity.tables<never>('identity'),
    )
    expect(await refusal(scopes)).toEqual(OTHER)
  })

  test('a response that a version before rights kept is not shown, and nothing happens', async () => {
    await rename(['identity', 'email'])
    await change(sql`fingerprint = split_part(fingerprint, '.', 1)`)
    for (const scopes of [['identity', 'email'], ['identity']]) {
      expect(await refusal(scopes)).toMatchObject(USED)
    }
    expect((await rename(['identity'], 'Other')).errors?.[0]?.extensions).toEqual(OTHER)
  })

  test('a request that a version before rights left unfinished is finished under its rights', async () => {
    await rename(['identity', 'email'])
    await change(
      sql`fingerprint = split_part(fingerprint, '.', 1), answered_at = null, answer = null`,
    )
    const finished = await rename(['identity'])
    expect(finished.data).toEqual({ updateProfile: { displayName: 'Ada', email: null } })
    expect(await rename(['identity'])).toEqual(finished)
    expect(await refusal(['identity', 'email'])).toEqual(OTHER)
  })
})

describe.each<Topology>(['one process', 'over HTTP'])('%s', (topology) => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startTestSystem({ topology })
  })
  afterAll(() => system.stop())

  test.each(['router', 'identity'])(
    'GraphQL at %s shows no field to a narrower token',
    async (at) => {
      const ada = await system.join(`a${crypto.randomUUID().slice(0, 8)}`)
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const variables = { input: { displayName: 'Ada' } }
      const rename = async (scope: string) => {
        const token = await ada.token({ scope })
        return (await system.graphql(RENAME, { at, token, variables, headers })).body
      }
      expect((await rename('identity email')).errors).toBeUndefined()
      const narrow = await rename('identity')
      expect(narrow.errors).toMatchObject([{ extensions: OTHER }])
      expect(narrow.data).toEqual({ updateProfile: null })
    },
  )

  test('REST refuses the key with other scopes, and buys nothing', async () => {
    const ada = await system.join(`a${crypto.randomUUID().slice(0, 8)}`)
    const seller = await system.join(`s${crypto.randomUUID().slice(0, 8)}`)
    await giveGold(system, ada, 100)
    const path = `/api/listings/${await addListing(system, seller)}/purchase`
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const same = await ada.token({ scope: 'identity wallet' })
    const wider = await ada.token({ scope: 'identity wallet credentials' })
    const buy = (token: string) =>
      system.fetch(`${system.address('market')}${path}`, { method: 'POST', token, headers })
    const first = await buy(same)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect((await buy(same)).body).toEqual(first.body)
    const other = await buy(wider)
    expect([other.status, other.body.error.details]).toEqual([400, OTHER.details])
  })
})
