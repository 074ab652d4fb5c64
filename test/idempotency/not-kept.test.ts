// Responses that are not stored for repetitions: those with a secret, and long ones.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'

const USED = [{ extensions: { code: 'VALIDATION_ERROR', details: { reason: 'KEY_ALREADY_USED' } } }]
const SCOPES = ['identity', 'admin', 'wallet']

/** What a service has stored, as text. */
async function keptBy(service: TestSubgraph, name: string, key: string): Promise<string> {
  const { rows } = await sql<{ kept: string }>`
    select k::text as kept from idempotency_keys k where key = ${key}`.execute(
    service.tables<never>(name),
  )
  return rows[0]!.kept
}

describe('a response with a secret', () => {
  let identity: TestSubgraph
  let ada: Person
  beforeAll(async () => {
    identity = await startTestSubgraph('identity')
    ada = await identity.join('ada', { role: 'admin' })
  })
  afterAll(() => identity.stop())

  test.each([
    {
      field: 'registerClient',
      query: `mutation { registerClient(input: {
        name: "An app", kind: confidential, redirectUris: ["https://app.example/back"], scopes: ["identity"], tier: authenticated
      }) { secret client { id } } }`,
      secretOf: (data: { registerClient: { secret: string } }) => data.registerClient.secret,
    },
    {
      field: 'createAdminKey',
      query: 'mutation { createAdminKey(input: { name: "A key" }) { key } }',
      secretOf: (data: { createAdminKey: { key: string } }) => data.createAdminKey.key,
    },
    {
      field: 'createWalletChallenge',
      query: `mutation { createWalletChallenge(input: {
        address: "0x52908400098527886E0F7030069857D2E4169EE7"
      }) { message } }`,
      secretOf: (data: { createWalletChallenge: { message: string } }) =>
        data.createWalletChallenge.message,
    },
  ])('the secret of $field is shown once and not stored', async ({ field, query, secretOf }) => {
    const request = { as: ada, scopes: SCOPES, key: field }
    const secret = secretOf((await identity.ask(query, request)) as never)
    expect(secret.length).toBeGreaterThan(20)
    expect((await identity.run(query, request)).errors).toMatchObject(USED)
    expect(await keptBy(identity, 'identity', field)).not.toContain(secret.slice(0, 20))
  })

  test('a refusal of such a mutation is stored like any other', async () => {
    const query = 'mutation { rotateClientSecret(input: { id: "client_unknown" }) { secret } }'
    const request = { as: ada, scopes: SCOPES, key: 'refused' }
    const first = await identity.run(query, request)
    expect(first.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    expect(await identity.run(query, request)).toEqual(first)
  })
})

test('a response of more than 128 Ki characters is not stored, and its effect is not repeated', async () => {
  const scroll = await startTestSubgraph('scroll')
  const ada = await scroll.join('ada')
  const aliases = Array.from({ length: 14 }, (_, index) => `c${index}: content`).join(' ')
  const query = `mutation ($input: PublishScrollInput!) { publishScroll(input: $input) { id ${aliases} } }`
  const variables = { input: { title: 'Long', content: 'x'.repeat(10_000) } }
  const request = { as: ada, variables, key: 'long' }
  const { publishScroll } = await scroll.ask(query, request)
  expect(publishScroll.c13).toHaveLength(10_000)
  expect((await scroll.run(query, request)).errors).toMatchObject(USED)
  const { scrolls } = await scroll.ask('{ scrolls { totalCount } }', { as: ada })
  expect(scrolls.totalCount).toBe(1)
  await scroll.stop()
})
