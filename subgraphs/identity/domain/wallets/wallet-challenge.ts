// Challenges: texts for one wallet and one requester, to be signed and sent back once.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Db, Transaction } from '#foundation/database/database.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import type { IdentityContext } from '../../context.ts'
import { identityInput } from '../../input.ts'
import type { IdentityTables, Wallet } from '../../tables.ts'
import { findOwnOrigin } from '../clients/client-origin.ts'
import { checksumAddress, signInMessage } from './ethereum.ts'
import { getIdentity } from '../people/profile.ts'
import { sha256 } from '../secrets/random.ts'

const LIFETIME_MS = 10 * 60_000
/** The maximum of open challenges per requester. Another one replaces the oldest. */
const MAX_OPEN_CHALLENGES = 5

export interface WalletChallenge {
  /** The text to sign, unchanged. */
  message: string
  expiresAt: Date
}

export interface SignedChallenge {
  message: string
  signature: string
}

/** A wallet as the caller enters it. */
export interface WalletInput {
  address: string
  chainId?: number | null | undefined
}

/** A wallet with its address in EIP-55. */
type CheckedWallet = Pick<Wallet, 'address' | 'chainId'>

/** The purpose and requester of a challenge, which is invalid for any other. */
export interface Asker {
  purpose: 'link' | 'sign_in'
  /** The id of the identity, or of the browser before sign-in. */
  askedBy: string
}

/**
 * A text that agrees to linking a wallet to the caller. Wallets compare its domain with the page that requests
 * the signature, so it names the page of the calling app, or else the ID service. @throws VALIDATION_ERROR
 */
export async function createWalletChallenge(
  ctx: IdentityContext,
  input: WalletInput,
): Promise<WalletChallenge> {
  const askedBy = requireIdentity(ctx)
  const wallet = checkedWallet(input)
  const { username } = await getIdentity(ctx, askedBy)
  return createChallenge(
    ctx,
    { purpose: 'link', askedBy },
    {
      ...wallet,
      ...linkText(ctx.settings.issuer, username, await findOwnOrigin(ctx)),
    },
  )
}

/** The statement to sign, which names the account that gets the wallet. */
function linkText(issuer: string, username: string, appOrigin: string | undefined) {
  const statement = `Link this wallet to the account ${username}`
  if (appOrigin === undefined) {
    return { statement: `${statement}.`, uri: `${issuer}/api/wallets/link` }
  }
  return { statement: `${statement} at ${new URL(issuer).host}.`, uri: appOrigin }
}

/** Creates a challenge that is valid for ten minutes. expiry.ts deletes expired ones. */
export async function createChallenge(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  asker: Asker,
  { address, chainId, ...about }: CheckedWallet & { statement: string; uri: string },
): Promise<WalletChallenge> {
  const issuedAt = now()
  const expiresAt = new Date(issuedAt.getTime() + LIFETIME_MS)
  const nonce = randomBytes(16).toString('hex')
  const message = signInMessage({ address, chainId, ...about, nonce, issuedAt, expiresAt })
  const challenge = { ...asker, address, chainId, messageHash: sha256(message), expiresAt }
  await db.transaction().execute(async (trx) => {
    await makeRoom(trx, asker)
    await trx.insertInto('walletChallenges').values(challenge).execute()
  })
  return { message, expiresAt }
}

/**
 * Consumes a challenge and returns its wallet. Undefined unless the text is an unused, unexpired challenge of
 * this requester for this purpose. Only its SHA-256 is stored, and the text is never parsed.
 */
export function consumeChallenge(
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

/** Deletes the requester's oldest challenge if there are too many. */
async function makeRoom(trx: Transaction<IdentityTables>, asker: Asker): Promise<void> {
  // Otherwise two simultaneous requests would exceed the limit. A browser has no row to lock.
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
    .offset(MAX_OPEN_CHALLENGES - 1)
  await trx.deleteFrom('walletChallenges').where('messageHash', 'in', oldest).execute()
}

/** @throws VALIDATION_ERROR */
export function checkedWallet({ address, chainId }: WalletInput): CheckedWallet {
  const chain = chainId ?? 1
  refuseIssues(identityInput.issues('CreateWalletChallengeInput', { address, chainId: chain }))
  return { address: checksumAddress(address), chainId: chain }
}
