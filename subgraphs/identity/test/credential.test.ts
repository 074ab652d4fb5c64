// Credentials: who owns and issues them, and that there is one per type.
import { beforeAll, describe, expect, test } from 'vitest'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { testSubgraph, type Request } from '#test/subgraph.ts'
import { sha256 } from '../domain/secrets/random.ts'
import type { IdentityTables } from '../tables.ts'

const ADMIN_KEY = 'a key of an administrator'

const identity = testSubgraph('identity')
beforeAll(async () => {
  await addAdminKey(ADMIN_KEY)
})

async function addAdminKey(key: string, revokedAt: Date | null = null): Promise<void> {
  const { tables } = identity
  const row = { id: key, name: key, keyHash: sha256(key), revokedAt }
  await tables<IdentityTables>('identity').insertInto('adminKeys').values(row).execute()
}

const someone = () => identity.join(`p${crypto.randomUUID().slice(0, 8)}`)

const ISSUE = `mutation ($input: IssueCredentialInput!) {
  issueCredential(input: $input) { success credentialId issuedAt }
}`
const GRANT = `mutation ($input: GrantCredentialInput!) {
  grantCredential(input: $input) { granted credential { id type claims } }
}`
const LIST = `query ($first: Int, $after: String) {
  credentials(first: $first, after: $after) {
    nodes { id type claims issuedAt } totalCount pageInfo { hasNextPage endCursor }
  }
}`

interface Input {
  identityId: string
  type?: string
  claims?: object
  version?: number
}

/** An administrator's request to issue a credential. */
async function issuing({ type = 'pioneer', ...input }: Input): Promise<Request> {
  return { as: await someone(), adminKey: ADMIN_KEY, variables: { input: { type, ...input } } }
}

const issue = async (input: Input) =>
  (await identity.ask(ISSUE, await issuing(input))).issueCredential as { credentialId: string }

async function grant(input: Input & { key: string }) {
  const variables = { input: { type: 'pioneer', ...input } }
  const response = await identity.ask(GRANT, { service: 'path', variables })
  return response.grantCredential as {
    granted: boolean
    credential: { id: string; claims: object }
  }
}

describe('the caller’s credentials', () => {
  test('Credentials are listed newest first, page by page, only for their owner', async () => {
    const [ada, grace] = [await someone(), await someone()]
    const types = ['first', 'second', 'third']
    for (const type of types) {
      await issue({ identityId: ada.id, type })
      await issue({ identityId: grace.id, type })
      identity.clock.now = new Date(identity.clock.now.getTime() + 1)
    }
    const start = (await identity.ask(LIST, { as: ada, variables: { first: 2 } })).credentials
    expect(start).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } })
    const after = start.pageInfo.endCursor as string
    const end = (await identity.ask(LIST, { as: ada, variables: { first: 2, after } })).credentials
    expect([...start.nodes, ...end.nodes]).toMatchObject(
      types.toReversed().map((type) => ({ type })),
    )
    expect(end.pageInfo.hasNextPage).toBe(false)
  })

  test('Credentials keep their claims as they were written', async () => {
    const as = await someone()
    const claims = { snake_case: { inner_key: [1, { camelCase: null }] }, camelCase: 'é\n"' }
    await issue({ identityId: as.id, claims })
    const { credentials } = await identity.ask(LIST, { as })
    expect(credentials.nodes[0].claims).toEqual(claims)
  })

  test('The names of credentials in the claims need no scope credentials', async () => {
    const as = await someone()
    await issue({ identityId: as.id })
    const query = '{ me { credentials { type } } }'
    const { me } = await identity.ask(query, { as, scopes: ['identity'] })
    expect(me.credentials).toEqual([{ type: 'pioneer' }])
  })
})

describe('credentials in the claims', () => {
  const ENTITIES = `query ($of: [_Any!]!) {
    _entities(representations: $of) { ... on Identity { id credentials { type } } }
  }`

  test('Credentials in the claims are null for others, without an error', async () => {
    const [ada, grace] = [await someone(), await someone()]
    for (const { id: identityId } of [ada, grace]) await issue({ identityId })
    const of = [ada, grace].map(({ id }) => ({ __typename: 'Identity', id }))
    const own = [{ type: 'pioneer' }]
    const asked = { service: 'router', variables: { of } }
    expect((await identity.ask(ENTITIES, { as: ada, ...asked }))._entities).toEqual([
      { id: ada.id, credentials: own },
      { id: grace.id, credentials: null },
    ])
    // A service that acts for nobody has no scope and is rejected.
    const toNobody = await identity.run(ENTITIES, asked)
    const nothing = of.map(({ id }) => ({ id, credentials: null }))
    expect(toNobody.data).toEqual({ _entities: nothing })
    const codes = toNobody.errors?.map(({ extensions }) => extensions?.code)
    expect(codes).toEqual(['INVALID_TOKEN', 'INVALID_TOKEN'])
    const FIND = 'query ($id: ID!) { identity(id: $id) { credentials { type } } }'
    const variables = { id: grace.id }
    expect(await identity.ask(FIND, { as: ada, variables })).toEqual({
      identity: { credentials: null },
    })
  })

  test('Credentials in the claims are an empty list for a person without any', async () => {
    const { me } = await identity.ask('{ me { credentials { type } } }', { as: await someone() })
    expect(me.credentials).toEqual([])
  })
})

describe('issuing', () => {
  test('Issuing gives a person one credential of a type, and refuses the second', async () => {
    const { id: identityId } = await someone()
    expect(await issue({ identityId })).toEqual({
      success: true,
      credentialId: expect.stringMatching(/^credential_/) as string,
      issuedAt: identity.clock.now.toISOString(),
    })
    expect(await identity.refusal(ISSUE, await issuing({ identityId }))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'ALREADY_ISSUED' },
    })
    await issue({ identityId, type: 'another' })
  })

  test('Issuing ten times at once creates one credential', async () => {
    const as = await someone()
    const asking = await issuing({ identityId: as.id })
    const responses = await atOnce(10, () => identity.run(ISSUE, asking))
    const refused = { details: { reason: 'ALREADY_ISSUED' } }
    expect(refusalsOf(responses)).toMatchObject(Array.from({ length: 9 }, () => refused))
    expect((await identity.ask(LIST, { as })).credentials.totalCount).toBe(1)
  })

  test.each(['', '1st', '_x', 'Pioneer', 'path-initiate', 'a'.repeat(65), 'a\u0000'])(
    'Issuing refuses the type %j',
    async (type) => {
      const asking = await issuing({ identityId: (await someone()).id, type })
      expect(await identity.refusal(ISSUE, asking)).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { field: 'type' },
      })
    },
  )

  const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) })

  test.each([
    ['nested too deep', nested(8)],
    ['nested much too deep', nested(5000)],
    ['too large', { text: 'x'.repeat(8 * 1024) }],
    ['too large in bytes, not in letters', { text: '€'.repeat(3000) }],
  ])('Issuing refuses claims that are %s', async (_what, claims) => {
    const asking = await issuing({ identityId: (await someone()).id, claims })
    expect(await identity.refusal(ISSUE, asking)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'claims' },
    })
  })

  test.each([
    ['a text', { text: 'half \ud800' }, 'claims.text'],
    ['a name', { '\udc00': 1 }, 'claims'],
  ])('Issuing refuses claims with half of a character in %s', async (_where, claims, field) => {
    const asking = await issuing({ identityId: (await someone()).id, claims })
    expect(await identity.refusal(ISSUE, asking)).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason: 'must be well-formed Unicode' },
    })
  })

  test('Issuing accepts claims of exactly the maximum size and depth', async () => {
    await issue({ identityId: (await someone()).id, claims: nested(7) })
    const text = 'x'.repeat(8 * 1024 - '{"text":""}'.length)
    await issue({ identityId: (await someone()).id, claims: { text } })
  })
})

describe('a grant of another service', () => {
  test('A grant gives the credential once, and returns the same result for the same key', async () => {
    const { id: identityId } = await someone()
    const first = await grant({ identityId, key: 'a', claims: { questId: 'q' } })
    expect(first).toMatchObject({ granted: true, credential: { claims: { questId: 'q' } } })
    expect(await grant({ identityId, key: 'a', claims: {} })).toEqual(first)
    expect(await grant({ identityId, key: 'b' })).toEqual({ ...first, granted: false })
  })

  test('A grant does not change a credential that an administrator issued', async () => {
    const { id: identityId } = await someone()
    const { credentialId } = await issue({ identityId })
    const { granted, credential } = await grant({ identityId, key: 'c' })
    expect([granted, credential.id]).toEqual([false, credentialId])
  })

  test('Ten simultaneous grants with ten keys create one credential', async () => {
    const { id: identityId } = await someone()
    const grants = await atOnce(10, (index) => grant({ identityId, key: `race-${index}` }))
    expect(grants.filter(({ granted }) => granted)).toHaveLength(1)
    expect(new Set(grants.map(({ credential }) => credential.id)).size).toBe(1)
  })

  test('Only services may grant credentials', async () => {
    const as = await someone()
    const variables = { input: { key: 'd', identityId: as.id, type: 'pioneer' } }
    expect(await identity.refusal(GRANT, { as, adminKey: ADMIN_KEY, variables })).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { reason: 'service_token' },
    })
  })
})

describe('a grant with a version', () => {
  /** Grants these versions in turn, and returns the claims after each. */
  async function claimsAfter(identityId: string, versions: number[]): Promise<object[]> {
    const responses: object[] = []
    for (const version of versions) {
      const { credential } = await grant({ identityId, key: 'v', claims: { version }, version })
      responses.push(credential.claims)
    }
    return responses
  }

  test('A grant with a version replaces only claims of a lower version', async () => {
    const { id: identityId } = await someone()
    const claims = await claimsAfter(identityId, [2, 1, 2, 4, 3, 4])
    expect(claims).toEqual([2, 2, 2, 4, 4, 4].map((version) => ({ version })))
  })

  test('A grant with a version keeps the id and issue time of the credential', async () => {
    const as = await someone()
    const first = await grant({ identityId: as.id, key: 'v', version: 1 })
    const { issuedAt } = (await identity.ask(LIST, { as })).credentials.nodes[0]
    identity.clock.now = new Date(identity.clock.now.getTime() + 1000)
    const again = await grant({ identityId: as.id, key: 'v', version: 2, claims: { voted: true } })
    expect(again).toEqual({
      granted: true,
      credential: { ...first.credential, claims: { voted: true } },
    })
    expect((await identity.ask(LIST, { as })).credentials.nodes).toMatchObject([{ issuedAt }])
  })

  test('A grant with a version updates a credential that an administrator issued', async () => {
    const { id: identityId } = await someone()
    const { credentialId } = await issue({ identityId, claims: { version: 0 } })
    const response = await grant({ identityId, key: 'v', claims: { version: 1 }, version: 1 })
    expect(response).toMatchObject({ granted: false, credential: { id: credentialId } })
    expect(response.credential.claims).toEqual({ version: 1 })
  })

  test('A grant with a version does not affect other types and other people', async () => {
    const [ada, grace] = [await someone(), await someone()]
    await grant({ identityId: ada.id, type: 'pioneer', key: 'a', claims: { kept: true } })
    await grant({ identityId: grace.id, type: 'keeper', key: 'b', claims: { kept: true } })
    await grant({ identityId: ada.id, type: 'keeper', key: 'c', version: 1 })
    await grant({ identityId: ada.id, type: 'keeper', key: 'c', version: 2 })
    for (const as of [ada, grace]) {
      const { nodes } = (await identity.ask(LIST, { as })).credentials
      expect(nodes).toContainEqual(expect.objectContaining({ claims: { kept: true } }))
    }
  })

  test('Twenty simultaneous versions in any order leave the claims of the last one', async () => {
    const { id: identityId } = await someone()
    const versions = Array.from({ length: 20 }, (_none, index) => ((index * 7) % 20) + 1)
    await Promise.all(
      versions.map((version) => grant({ identityId, key: 'v', claims: { version }, version })),
    )
    expect(await claimsAfter(identityId, [1])).toEqual([{ version: 20 }])
  })
})
