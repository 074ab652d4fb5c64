// The ID service's rows of the contract.
import { newId } from '#foundation/domain/ids.ts'
import type { Person, TestSystem } from '#test/system.ts'
import { newWallet, type TestWallet } from '#test/wallet.ts'
import { sha256 } from '../../subgraphs/identity/domain/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { Row, Story } from './row.ts'

const unique = () => `p${crypto.randomUUID().slice(0, 8)}`

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

const somebody: Story = async (system) => ({ as: await system.join(unique()) })

const nobody: Story = async (system) => {
  const as = await system.join(unique())
  const id = `client_${as.username}`
  // A client that acts for nobody: its `sub` is its own id.
  const token = () => as.token({ subject: id, clientId: id })
  return { as: { ...as, id, token } }
}

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

/** The same, asked by a client that acts for nobody. */
const byNobody =
  (story: Story): Story =>
  async (system) => ({ ...(await story(system)), ...(await nobody(system)) })

async function withWallet(system: TestSystem, { address } = newWallet()) {
  const as = await system.join(unique())
  const wallet = { address, chainId: 137, challengeHash: Buffer.alloc(32), signsIn: true }
  await system
    .tables<IdentityTables>('identity')
    .insertInto('wallets')
    .values({ id: newId('wallet'), identityId: as.id, ...wallet, linkedAt: new Date() })
    .execute()
  return as
}

const challenging =
  (change: Record<string, unknown> = {}): Story =>
  async (system) => ({
    as: await system.join(unique()),
    body: { address: newWallet().address, chainId: 137, ...change },
  })

/** The person's challenge to link the wallet, signed by `signer`. */
async function signedChallenge(
  system: TestSystem,
  as: Person,
  { address }: TestWallet,
  signer: TestWallet,
) {
  const variables = { input: { address } }
  const { body } = await system.graphql(CHALLENGE, { token: await as.token(), variables })
  const message = body.data.createWalletChallenge.message as string
  return { message, signature: signer.sign(message) }
}

/** The caller sends a signed challenge. */
const linking =
  (change: Record<string, unknown> = {}): Story =>
  async (system) => {
    const [as, wallet] = [await system.join(unique()), newWallet()]
    return { as, body: { ...(await signedChallenge(system, as, wallet, wallet)), ...change } }
  }

/** The same, sent once before. */
const linkingAgain: Story = async (system) => {
  const given = await linking()(system)
  await system.graphql(LINK, { token: await given.as.token(), variables: { input: given.body } })
  return given
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
const USERNAME_RULE = { field: 'username', reason: 'must be 3 to 30 of a-z, 0-9 and _' }
const TYPE_RULE = {
  field: 'type',
  reason: 'must begin with a-z and hold at most 64 of a-z, 0-9 and _',
}
const ISSUE = `mutation Issue($input: IssueCredentialInput!) {
  issueCredential(input: $input) { success credentialId issuedAt }
}`

const WALLET = {
  id: 'string',
  address: 'string',
  chainId: 'integer',
  linkedAt: 'timestamp',
} as const
const CHALLENGE = `mutation Challenge($input: CreateWalletChallengeInput!) {
  createWalletChallenge(input: $input) { message expiresAt }
}`
const LINK = `mutation Link($input: LinkWalletInput!) {
  linkWallet(input: $input) { created wallet { id address chainId linkedAt } }
}`
const NO_IDENTITY = {
  code: 'INSUFFICIENT_PERMISSIONS',
  details: { reason: 'no_identity' },
} as const
const linkRow = {
  service: 'identity',
  method: 'POST',
  path: '/api/wallets/link',
  scopes: ['identity', 'wallet'],
  graphql: LINK,
} satisfies Partial<Row>

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
        when: 'the username is no string',
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
        when: 'the token stands for a client alone',
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
        when: 'the type is no type',
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
        when: 'the person has one of that type',
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
  {
    service: 'identity',
    method: 'GET',
    path: '/api/wallets',
    scopes: ['identity', 'wallet'],
    graphql: `query Wallets($first: Int, $offset: Int) {
      wallets(first: $first, offset: $offset) {
        nodes { id address chainId linkedAt }
        totalCount
      }
    }`,
    good: {
      given: async (system) => ({ as: await withWallet(system) }),
      status: 200,
      form: 'list',
      name: 'wallets',
      value: WALLET,
    },
    refusals: [],
  },
  {
    service: 'identity',
    method: 'POST',
    path: '/api/wallets/challenge',
    scopes: ['identity', 'wallet'],
    graphql: CHALLENGE,
    good: {
      given: challenging(),
      status: 200,
      form: 'envelope',
      value: { message: 'string', expiresAt: 'timestamp' },
    },
    refusals: [
      {
        when: 'the address is missing',
        given: challenging({ address: undefined }),
        code: 'VALIDATION_ERROR',
        details: { field: 'address', reason: 'is required' },
      },
      {
        when: 'the address is none',
        given: challenging({ address: 'ada.eth' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'address', reason: 'must be 0x and 40 hexadecimal digits' },
      },
      {
        when: 'the checksum of the address is wrong',
        given: challenging({ address: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }),
        code: 'VALIDATION_ERROR',
        details: {
          field: 'address',
          reason: 'has upper and lower case letters that are not its EIP-55 checksum',
        },
      },
      {
        when: 'the chain is no number',
        given: challenging({ chainId: 'mainnet' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'chainId', reason: 'must be a number' },
      },
      {
        when: 'the chain is no whole number',
        given: challenging({ chainId: 1.5 }),
        code: 'VALIDATION_ERROR',
        details: {
          field: 'chainId',
          reason: 'must be a whole number from 1 to 9007199254740991',
        },
      },
      {
        when: 'the token stands for a client alone',
        given: byNobody(challenging()),
        ...NO_IDENTITY,
      },
    ],
  },
  {
    ...linkRow,
    good: { given: linking(), status: 201, form: 'record', record: 'wallet', value: WALLET },
    refusals: [
      {
        when: 'two fields are wrong',
        given: linking({ message: undefined, signature: 7 }),
        code: 'VALIDATION_ERROR',
        details: {
          issues: [
            { field: 'message', reason: 'is required' },
            { field: 'signature', reason: 'must be a string' },
          ],
        },
      },
      {
        when: 'the signature is none',
        given: linking({ signature: '0xabc' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'signature', reason: 'must be 0x and 130 hexadecimal digits' },
      },
      {
        when: 'the signature is that of a contract wallet',
        given: linking({ signature: `0x${'a'.repeat(192)}` }),
        code: 'VALIDATION_ERROR',
        details: {
          field: 'signature',
          reason: 'is longer than 65 bytes: contract wallets are not supported',
        },
      },
      {
        when: 'the message is no challenge',
        given: linking({ message: 'a\0b' }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'CHALLENGE_EXPIRED' },
      },
      {
        when: 'the challenge is somebody else’s',
        given: async (system) => ({
          ...(await linking()(system)),
          as: await system.join(unique()),
        }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'CHALLENGE_EXPIRED' },
      },
      {
        when: 'another wallet signed it',
        given: async (system) => {
          const as = await system.join(unique())
          return { as, body: await signedChallenge(system, as, newWallet(), newWallet()) }
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'SIGNATURE_MISMATCH' },
      },
      {
        when: 'the wallet is somebody else’s',
        given: async (system) => {
          const wallet = newWallet()
          await withWallet(system, wallet)
          const as = await system.join(unique())
          return { as, body: await signedChallenge(system, as, wallet, wallet) }
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'WALLET_TAKEN' },
      },
      { when: 'the token stands for a client alone', given: byNobody(linking()), ...NO_IDENTITY },
    ],
  },
  {
    ...linkRow,
    good: { given: linkingAgain, status: 200, form: 'record', record: 'wallet', value: WALLET },
    refusals: [],
  },
]
