// The ID service's rows of the contract.
import { newId } from '#foundation/domain/ids.ts'
import { addQuest } from '#test/story.ts'
import type { TestSystem } from '#test/system.ts'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { nobody, somebody, unique } from './identity-story.ts'
import { walletRows } from './identity-wallets.ts'
import type { Row, Story } from './row.ts'

async function adminKey(system: TestSystem): Promise<Record<string, string>> {
  const key = crypto.randomUUID()
  await system
    .tables<IdentityTables>('identity')
    .insertInto('adminKeys')
    .values({ id: newId('adminkey'), name: 'test', keyHash: sha256(key) })
    .execute()
  return { 'X-Admin-API-Key': key }
}

async function withCredential(system: TestSystem) {
  const as = await system.join(unique())
  await system
    .tables<IdentityTables>('identity')
    .insertInto('credentials')
    .values({
      id: newId('credential'),
      identityId: as.id,
      type: 'governance_participant',
      claims: JSON.stringify({ voted: true, proposalCount: 3 }),
      issuedAt: new Date(),
    })
    .execute()
  return as
}

/** An object by its id. */
const nodeRow = (good: Pick<Row['good'], 'given' | 'value'>): Row => ({
  service: 'identity',
  method: 'GET',
  path: 'Query.node',
  graphqlOnly: true,
  scopes: ['identity'],
  graphql: 'query ($id: ID!) { node(id: $id) { __typename id } }',
  good: { ...good, status: 200, form: 'bare' },
  refusals: [],
})

/** The caller issues a credential to another person. */
const issuing =
  (change: Record<string, unknown> = {}): Story =>
  async (system) => {
    const { id: identityId } = await system.join(unique())
    const body = { identityId, type: 'archive_keeper', claims: { since: 2026 }, ...change }
    return { as: await system.join(unique()), body, headers: await adminKey(system) }
  }

const renaming =
  (username: unknown): Story =>
  async (system) => ({ as: await system.join(unique()), body: { username } })

const editing =
  (body: Record<string, unknown>): Story =>
  async (system) => ({ as: await system.join(unique()), body })

/** Somebody who changed their username at that time. */
const renamedOn =
  (usernameChangedAt: Date): Story =>
  async (system) => {
    const as = await system.join(unique())
    const { tables } = system
    const people = tables<IdentityTables>('identity').updateTable('identities')
    await people.set({ usernameChangedAt }).where('id', '=', as.id).execute()
    return { as, body: { username: unique() } }
  }

const PROFILE =
  'identityId: id username displayName house archetype level xp xpToNextLevel createdAt'
const PROFILE_SHAPE = {
  identityId: 'string',
  username: 'string',
  displayName: 'string',
  house: 'string',
  archetype: 'string',
  level: 'integer',
  xp: 'integer',
  xpToNextLevel: 'integer',
  createdAt: 'timestamp',
} as const
const UPDATE_PROFILE = `mutation Update($input: UpdateProfileInput!) {
  updateProfile(input: $input) { ${PROFILE} bio }
}`
const USERNAME_RULE = { field: 'username', reason: 'must be 3 to 30 of a-z, 0-9 and _' }
const TYPE_RULE = {
  field: 'type',
  reason: 'must begin with a-z and hold at most 64 of a-z, 0-9 and _',
}
const ISSUE = `mutation Issue($input: IssueCredentialInput!) {
  issueCredential(input: $input) { success credentialId issuedAt }
}`

export const identityRows: Row[] = [
  {
    service: 'identity',
    method: 'GET',
    path: '/api/claims',
    scopes: ['identity'],
    graphql: `query Claims {
      me {
        identityId: id displayName house archetype level xp
        credentials { type issuedAt }
      }
    }`,
    good: {
      given: async (system) => ({ as: await withCredential(system) }),
      status: 200,
      form: 'bare',
      value: {
        identityId: 'string',
        displayName: 'string',
        house: 'string',
        archetype: 'string',
        level: 'integer',
        xp: 'integer',
        credentials: [{ type: 'string', issuedAt: 'timestamp' }],
      },
    },
    refusals: [],
  },
  {
    service: 'identity',
    method: 'GET',
    path: '/api/me',
    scopes: ['identity'],
    graphql: `query Me { me { ${PROFILE} } }`,
    good: { given: somebody, status: 200, form: 'envelope', value: PROFILE_SHAPE },
    refusals: [],
  },
  {
    service: 'identity',
    method: 'PATCH',
    path: '/api/me',
    scopes: ['identity'],
    graphql: UPDATE_PROFILE,
    good: {
      given: editing({ displayName: 'Countess', archetype: 'Keeper', bio: 'I write programs.' }),
      status: 200,
      form: 'envelope',
      value: { ...PROFILE_SHAPE, bio: 'string' },
    },
    refusals: [
      {
        when: 'the display name is blank',
        given: editing({ displayName: ' ' }),
        code: 'VALIDATION_ERROR',
        details: {
          field: 'displayName',
          reason: 'must have 1 to 80 characters, and not blanks alone',
        },
      },
      {
        when: 'the display name is reserved',
        given: editing({ displayName: 'Support' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'displayName', reason: 'is reserved' },
      },
      {
        when: 'the archetype is invalid, and the bio too long',
        given: editing({ archetype: 'Wizard', bio: 'b'.repeat(301) }),
        code: 'VALIDATION_ERROR',
        details: {
          issues: [
            {
              field: 'archetype',
              reason: 'must be one of Architect, Navigator, Cipher, Pathfinder, Keeper',
            },
            { field: 'bio', reason: 'must have 1 to 300 characters, and not blanks alone' },
          ],
        },
      },
      {
        when: 'the token has no person',
        given: async (system) => ({ ...(await nobody(system)), body: { bio: 'Beep.' } }),
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'no_identity' },
      },
    ],
  },
  {
    service: 'identity',
    method: 'PATCH',
    path: '/api/me',
    scopes: ['identity'],
    graphql: UPDATE_PROFILE,
    good: {
      given: editing({ bio: null }),
      status: 200,
      form: 'envelope',
      value: { ...PROFILE_SHAPE, bio: 'string' },
      absent: ['bio'],
    },
    refusals: [],
  },
  {
    service: 'identity',
    method: 'PATCH',
    path: '/api/me/username',
    scopes: ['identity'],
    graphql: `mutation Rename($input: UpdateUsernameInput!) {
      updateUsername(input: $input) { ${PROFILE} }
    }`,
    good: {
      given: (system) => renaming(unique())(system),
      status: 200,
      form: 'envelope',
      value: PROFILE_SHAPE,
    },
    refusals: [
      {
        when: 'the username is missing',
        given: async (system) => ({ as: await system.join(unique()), body: {} }),
        code: 'VALIDATION_ERROR',
        details: { field: 'username', reason: 'is required' },
      },
      {
        when: 'the username is not a string',
        given: renaming(7),
        code: 'VALIDATION_ERROR',
        details: { field: 'username', reason: 'must be a string' },
      },
      {
        when: 'the username is too short',
        given: renaming('ab'),
        code: 'VALIDATION_ERROR',
        details: USERNAME_RULE,
      },
      {
        when: 'the username has an upper case letter',
        given: renaming('Adaline'),
        code: 'VALIDATION_ERROR',
        details: USERNAME_RULE,
      },
      {
        when: 'the username is taken',
        given: async (system) => {
          const { username } = await system.join(unique())
          return { as: await system.join(unique()), body: { username } }
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'USERNAME_TAKEN', field: 'username' },
      },
      {
        when: 'the username was changed less than 30 days ago',
        given: renamedOn(new Date('2999-01-01T00:00:00.000Z')),
        code: 'VALIDATION_ERROR',
        details: {
          reason: 'USERNAME_CHANGED_RECENTLY',
          availableAt: '2999-01-31T00:00:00.000Z',
        },
      },
      {
        when: 'the username is reserved',
        given: renaming('support'),
        code: 'VALIDATION_ERROR',
        details: { field: 'username', reason: 'is reserved' },
      },
      {
        when: 'the token has no person',
        given: async (system) => ({ ...(await nobody(system)), body: { username: unique() } }),
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'no_identity' },
      },
    ],
  },
  {
    service: 'identity',
    method: 'GET',
    path: '/api/credentials',
    scopes: ['identity', 'credentials'],
    graphql: `query Credentials($first: Int, $offset: Int) {
      credentials(first: $first, offset: $offset) {
        nodes { id type claims issuedAt }
        totalCount
      }
    }`,
    good: {
      given: async (system) => ({ as: await withCredential(system) }),
      status: 200,
      form: 'list',
      name: 'credentials',
      total: true,
      value: { id: 'string', type: 'string', claims: 'object', issuedAt: 'timestamp' },
    },
    refusals: [],
  },
  {
    service: 'identity',
    method: 'POST',
    path: '/api/credentials/issue',
    scopes: ['identity'],
    graphql: ISSUE,
    good: {
      given: issuing(),
      status: 201,
      form: 'bare',
      value: { success: true, credentialId: 'string', issuedAt: 'timestamp' },
    },
    refusals: [
      {
        when: 'the admin key is missing',
        given: async (system) => {
          const { headers: _key, ...given } = await issuing()(system)
          return given
        },
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'admin_key' },
      },
      {
        when: 'the admin key is wrong',
        given: async (system) => ({
          ...(await issuing()(system)),
          headers: { 'X-Admin-API-Key': 'wrong' },
        }),
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'admin_key' },
      },
      {
        when: 'the admin key is revoked',
        given: async (system) => {
          const given = await issuing()(system)
          const keyHash = sha256(given.headers!['X-Admin-API-Key']!)
          await system
            .tables<IdentityTables>('identity')
            .updateTable('adminKeys')
            .set({ revokedAt: new Date() })
            .where('keyHash', '=', keyHash)
            .execute()
          return given
        },
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'admin_key' },
      },
      {
        when: 'two fields are wrong',
        given: issuing({ identityId: undefined, type: 7 }),
        code: 'VALIDATION_ERROR',
        details: {
          issues: [
            { field: 'identityId', reason: 'is required' },
            { field: 'type', reason: 'must be a string' },
          ],
        },
      },
      {
        when: 'the type is invalid',
        given: issuing({ type: 'Archive Keeper' }),
        code: 'VALIDATION_ERROR',
        details: TYPE_RULE,
      },
      {
        when: 'the claims are no object',
        given: issuing({ claims: ['since', 2026] }),
        code: 'VALIDATION_ERROR',
        details: { field: 'claims', reason: 'must be an object' },
      },
      {
        when: 'the claims are too large',
        given: issuing({ claims: { text: 'x'.repeat(9_000) } }),
        code: 'VALIDATION_ERROR',
        details: { field: 'claims', reason: 'must not be larger than 8192 bytes' },
      },
      {
        when: 'the claims are nested too deep',
        given: issuing({ claims: JSON.parse(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`) as object }),
        code: 'VALIDATION_ERROR',
        details: { field: 'claims', reason: 'must not be nested more than 8 levels deep' },
      },
      {
        when: 'the text holds a NUL',
        given: issuing({ claims: { text: 'a\0b' } }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'NUL_CHARACTER' },
      },
      {
        when: 'the person is unknown',
        given: issuing({ identityId: 'identity_unknown' }),
        code: 'NOT_FOUND',
        details: { resource: 'Identity', id: 'identity_unknown' },
      },
      {
        when: 'the person already has a credential of that type',
        given: async (system) => {
          const given = await issuing()(system)
          const { as, body, headers = {} } = given
          await system.graphql(ISSUE, {
            token: await as.token(),
            variables: { input: body },
            headers,
          })
          return given
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'ALREADY_ISSUED' },
      },
    ],
  },
  nodeRow({
    given: async (system) => ({
      as: await system.join(unique()),
      params: { id: await addQuest(system) },
    }),
    value: { __typename: 'string', id: 'string' },
  }),
  ...walletRows,
]
