// Challenges: texts written for one wallet and one asker, to be signed and sent back once.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Db, Transaction } from '#foundation/database/database.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import type { IdentityContext } from '../context.ts'
import { identityInput } from '../input.ts'
import type { IdentityTables, Wallet } from '../tables.ts'
import { checksumAddress, signInMessage } from './ethereum.ts'
import { getIdentity } from './profile.ts'
import { sha256 } from './random.ts'

const LIFETIME_MS = 10 * 60_000
/** How many challenges one asker can have open; a further one takes the place of the oldest. */
const MOST_OPEN = 5

export interface WalletChallenge {
  /** To be signed as it stands. */
  message: string
  expiresAt: Date
}

/** A wallet as a caller names it. */
export interface WalletInput {
  address: string
  chainId?: number | null | undefined
}

/** The address in EIP-55. */
type CheckedWallet = Pick<Wallet, 'address' | 'chainId'>

/** What a challenge is for and who asked for it: for anything or anybody else it does not exist. */
export interface Asker {
  purpose: 'link' | 'sign_in'
  /** The identity, or what stands for the browser where nobody is signed in yet. */
  askedBy: string
}

/**
 * A text by which a wallet agrees that it is linked to the caller.
 * @throws VALIDATION_ERROR
 */
export async function createWalletChallenge(
  ctx: IdentityContext,
  input: WalletInput,
): Promise<WalletChallenge> {
  const askedBy = requireIdentity(ctx)
  const wallet = checkedWallet(input)
  const { username } = await getIdentity(ctx, askedBy)
  // It names the account, so that whoever signs sees whose the wallet becomes.
  const statement = `Link this wallet to the account ${username}.`
  const path = '/api/wallets/link'
  return createChallenge(ctx, { purpose: 'link', askedBy }, { ...wallet, statement, path })
}

/** Writes a challenge and remembers it for ten minutes, of one asker the latest five. What expires, expiry.ts deletes. */
export async function createChallenge(
  { db, now, rules: { issuer } }: Pick<IdentityContext, 'db' | 'now' | 'rules'>,
  asker: Asker,
  { address, chainId, ...about }: CheckedWallet & { statement: string; path: string },
): Promise<WalletChallenge> {
  const issuedAt = now()
  const expiresAt = new Date(issuedAt.getTime() + LIFETIME_MS)
  const nonce = randomBytes(16).toString('hex')
  const message = signInMessage({ issuer, address, chainId, ...about, nonce, issuedAt, expiresAt })
  const challenge = { ...asker, address, chainId, messageHash: sha256(message), expiresAt }
  await db.transaction().execute(async (trx) => {
    await makeRoom(trx, asker)
    await trx.insertInto('walletChallenges').values(challenge).execute()
  })
  return { message, expiresAt }
}

/**
 * Uses a challenge up and gives the wallet it was written for; undefined unless the text is one that
 * this asker got for this purpose, has not used and has not let expire. It is kept as SHA-256 and
 * never parsed: what comes back is found, or is something else.
 */
export function takeChallenge(
  db: Db<IdentityTables>,
  { purpose, askedBy }: Asker,
  message: string,
  now: Date,
): Promise<CheckedWallet | undefined> {
  return db
    .deleteFrom('walletChallenges')
    .where('messageHash', '=', sha256(message))
    .where('purpose', '=', purpose)
    .where('askedBy', '=', askedBy)
    .where('expiresAt', '>', now)
    .returning(['address', 'chainId'])
    .executeTakeFirst()
}

/** Makes room for one more challenge of the asker. */
async function makeRoom(trx: Transaction<IdentityTables>, asker: Asker): Promise<void> {
  // Two requests of one asker would each make room for itself alone. A browser has no row to lock.
  const lock = `${asker.purpose} ${asker.askedBy}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx)
  await removeOldest(trx, asker)
}

async function removeOldest(
  trx: Transaction<IdentityTables>,
  { purpose, askedBy }: Asker,
): Promise<void> {
  const oldest = trx
    .selectFrom('walletChallenges')
    .select('messageHash')
    .where('purpose', '=', purpose)
    .where('askedBy', '=', askedBy)
    .orderBy('number', 'desc')
    .offset(MOST_OPEN - 1)
  await trx.deleteFrom('walletChallenges').where('messageHash', 'in', oldest).execute()
}

/** @throws VALIDATION_ERROR */
export function checkedWallet({ address, chainId }: WalletInput): CheckedWallet {
  const chain = chainId ?? 1
  refuseIssues(identityInput.issues('CreateWalletChallengeInput', { address, chainId: chain }))
  return { address: checksumAddress(address), chainId: chain }
}
