// A repetition returns only what the token of the repeating request may read.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { addListing, giveGold } from '#test/market-story.ts'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'
import {
  startTestSystem,
  type Person as TokenHolder,
  type TestSystem,
  type Topology,
} from '#test/system.ts'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

const RENAME = `mutation ($input: UpdateProfileInput!) {
  updateProfile(input: $input) { displayName email }
}`
const OTHER = {
  code: 'VALIDATION_ERROR',
  details: { field: 'Idempotency-Key', reason: 'has been used for another request' },
}

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
})

describe.each<Topology>(['one process', 'over HTTP'])('%s', (topology) => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startTestSystem({ topology })
  })
  afterAll(() => system.stop())

  test.each(['router', 'identity'])(
    'GraphQL at the %s shows no field to a token with fewer scopes',
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

  describe('the rights of a caller', () => {
    let admin: TokenHolder
    let adminKey: string
    beforeEach(async () => {
      // They would be looked up again after a second.
      system.clock.now = new Date()
      admin = await system.join(`b${crypto.randomUUID().slice(0, 8)}`, { role: 'admin' })
      adminKey = crypto.randomUUID()
      const row = { id: newId('adminkey'), name: 'K', keyHash: sha256(adminKey) }
      await tables().insertInto('adminKeys').values(row).execute()
    })
    afterAll(() => void (system.clock.now = undefined))

    const tables = () => system.tables<IdentityTables>('identity')
    const headers = (key?: string) => ({
      'content-type': 'application/json',
      'x-admin-api-key': adminKey,
      ...(key !== undefined && { 'idempotency-key': key }),
    })
    const credential = () => ({
      identityId: admin.id,
      type: `t${crypto.randomUUID().slice(0, 8)}`,
      claims: {},
    })
    const issue = async (key?: string) => {
      const token = await admin.token({ scope: 'identity admin' })
      const sent = { token, headers: headers(key), body: JSON.stringify(credential()) }
      const url = `${system.address('identity')}/api/credentials/issue`
      const { status, body } = await system.fetch(url, { method: 'POST', ...sent })
      return status === 201 ? 'done' : (body as unknown)
    }
    const mutate = async (at: string, query: string, variables: object, key?: string) => {
      const token = await admin.token({ scope: 'identity admin' })
      const { body } = await system.graphql(query, { at, token, variables, headers: headers(key) })
      return body.errors === undefined ? 'done' : (body as unknown)
    }

    test("a REST path with an admin key looks the caller's rights up once", async () => {
      expect(await lookUps(() => issue())).toEqual({ keys: 1, administrators: 0 })
      const key = crypto.randomUUID()
      expect(await lookUps(() => issue(key))).toEqual({ keys: 1, administrators: 1 })
    })

    test.each(['identity', 'learn'])(
      "a mutation at %s looks the caller's rights up once",
      async (at) => {
        const [query, input] = CHANGES[at]!(admin)
        for (const key of [undefined, crypto.randomUUID()]) {
          const found = await lookUps(() => mutate(at, query, { input }, key))
          expect(found).toEqual({ keys: 0, administrators: 1 })
        }
      },
    )

    test("each root field of a mutation looks the caller's rights up", async () => {
      const query = `mutation ($a: IssueCredentialInput!, $b: IssueCredentialInput!) {
        issueCredential(input: $a) { success } other: issueCredential(input: $b) { success }
      }`
      for (const key of [undefined, crypto.randomUUID()]) {
        const variables = { a: credential(), b: credential() }
        const found = await lookUps(() => mutate('identity', query, variables, key))
        expect(found).toMatchObject({ keys: 2 })
      }
    })

    test('a root field that is skipped admits no later one (attack)', async () => {
      const query = `mutation ($key: RevokeAdminKeyInput!, $input: IssueCredentialInput!) {
        skipped: issueCredential(input: $input) @skip(if: true) { success }
        revokeAdminKey(input: $key) { id }
        issueCredential(input: $input) { success }
      }`
      const { id } = await tables()
        .selectFrom('adminKeys')
        .select('id')
        .where('keyHash', '=', sha256(adminKey))
        .executeTakeFirstOrThrow()
      const variables = { key: { id }, input: credential() }
      const result = await mutate('identity', query, variables, crypto.randomUUID())
      expect(result).toMatchObject({
        errors: [{ path: ['issueCredential'], extensions: { details: { reason: 'admin_key' } } }],
        data: { revokeAdminKey: { id }, issueCredential: null },
      })
    })

    test.each([undefined, crypto.randomUUID()])(
      "the caller's rights are looked up again after a late body, with the key %s (attack)",
      async (key) => {
        const json = JSON.stringify(credential())
        const sent = request(`${system.address('identity')}/api/credentials/issue`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${await admin.token({ scope: 'identity' })}`,
            'content-length': json.length,
            ...headers(key),
          },
        })
        const queries = vi.spyOn(Client.prototype, 'query')
        sent.write(json.slice(0, -1))
        await expect.poll(() => countLookUps(queries.mock.calls).keys).toBe(1)
        queries.mockRestore()
        await tables().updateTable('adminKeys').set({ revokedAt: new Date() }).execute()
        sent.end(json.slice(-1))
        const [response] = (await once(sent, 'response')) as [IncomingMessage]
        response.resume()
        expect(response.statusCode).toBe(403)
      },
    )
  })
})

/** An administrator's mutation at each service, and its input. */
const CHANGES: Record<string, (by: TokenHolder) => [query: string, input: object]> = {
  identity: ({ id: identityId }) => [
    'mutation ($input: ChangeAccountInput!) { signOutAccount(input: $input) { state } }',
    { identityId, reason: 'Because.' },
  ],
  learn: () => [
    'mutation ($input: AddCourseInput!) { addCourse(input: $input) { id } }',
    { title: 'Tides', description: 'When.', lessons: 1, duration: 'a moon', skillPoints: 1 },
  ],
}

/** The number of look-ups while the request succeeds. */
async function lookUps(work: () => Promise<unknown>) {
  const queries = vi.spyOn(Client.prototype, 'query')
  try {
    expect(await work()).toBe('done')
    return countLookUps(queries.mock.calls)
  } finally {
    queries.mockRestore()
  }
}

/** How often Identity reads admin keys and administrators, for itself or for a peer. */
function countLookUps(calls: readonly unknown[][]) {
  const texts = calls.map(([sent]) => (sent as { text?: string }).text ?? String(sent))
  return {
    keys: texts.filter((text) => text.includes('from "admin_keys"')).length,
    administrators: texts.filter((text) => IS_ADMINISTRATOR.test(text)).length,
  }
}

const IS_ADMINISTRATOR = /^select "id" from "identities" where "id" = \$1 and "role" = /
