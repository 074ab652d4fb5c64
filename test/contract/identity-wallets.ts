// The ID service's rows of wallets.
import { newId } from '#foundation/domain/ids.ts'
import type { Person, TestSystem } from '#test/system.ts'
import { newWallet, type TestWallet } from '#test/wallet.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { byNobody, NO_IDENTITY, unique } from './identity-story.ts'
import type { Row, Story } from './row.ts'

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

/** A signed challenge that is sent twice. */
const linkingAgain: Story = async (system) => {
  const given = await linking()(system)
  await system.graphql(LINK, { token: await given.as.token(), variables: { input: given.body } })
  return given
}

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
const linkRow = {
  service: 'identity',
  method: 'POST',
  path: '/api/wallets/link',
  scopes: ['identity', 'wallet'],
  graphql: LINK,
} satisfies Partial<Row>

export const walletRows: Row[] = [
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
        when: 'the address is invalid',
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
        when: 'the chain is not a number',
        given: challenging({ chainId: 'mainnet' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'chainId', reason: 'must be a number' },
      },
      {
        when: 'the chain is not a whole number',
        given: challenging({ chainId: 1.5 }),
        code: 'VALIDATION_ERROR',
        details: {
          field: 'chainId',
          reason: 'must be a whole number from 1 to 9007199254740991',
        },
      },
      {
        when: 'the token has no person',
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
        when: 'the signature is invalid',
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
        when: 'the message is not a challenge',
        given: linking({ message: 'a\0b' }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'CHALLENGE_EXPIRED' },
      },
      {
        when: 'the challenge belongs to somebody else',
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
        when: 'the wallet belongs to somebody else',
        given: async (system) => {
          const wallet = newWallet()
          await withWallet(system, wallet)
          const as = await system.join(unique())
          return { as, body: await signedChallenge(system, as, wallet, wallet) }
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'WALLET_TAKEN' },
      },
      { when: 'the token has no person', given: byNobody(linking()), ...NO_IDENTITY },
    ],
  },
  {
    ...linkRow,
    good: { given: linkingAgain, status: 200, form: 'record', record: 'wallet', value: WALLET },
    refusals: [],
  },
]
