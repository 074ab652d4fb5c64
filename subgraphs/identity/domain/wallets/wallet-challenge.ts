// Challenges: texts written for one wallet and one requester, to be signed and sent back once.
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
/** How many open challenges one requester can have; another one replaces the oldest. */
const MAX_OPEN = 5

export interface WalletChallenge {
  /** To be signed unchanged. */
  message: string
  expiresAt: Date
}

/** A challenge that comes back signed. */
export interface SignedChallenge {
  message: string
  signature: string
}

/** A wallet as a caller names it. */
export interface WalletInput {
  address: string
  chainId?: number | null | undefined
}

/** The address in EIP-55. */
type CheckedWallet = Pick<Wallet, 'address' | 'chainId'>

/** The purpose and the requester of a challenge: for any other, it does not exist. */
export interface Asker {
  purpose: 'link' | 'sign_in'
  /** The identity, or the browser if nobody is signed in yet. */
  askedBy: string
}

/**
 * A text that agrees to linking a wallet to the caller. Wallets compare its domain with the page that asks for the
 * signature, so it names the page of the app that calls, and otherwise the ID service.
 * @throws VALIDATION_ERROR
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

/** It names the account, so that the signer sees whose the wallet becomes. */
function linkText(issuer: string, username: string, appOrigin: string | undefined) {
  const statement = `Link this wallet to the account ${username}`
  if (appOrigin === undefined) {
    return { statement: `${statement}.`, uri: `${issuer}/api/wallets/link` }
  }
  return { statement: `${statement} at ${new URL(issuer).host}.`, uri: appOrigin }
}

/**
 * Writes a challenge and stores it for ten minutes; a requester has at most five. expiry.ts deletes
 * expired ones.
 */
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
 * Consumes a challenge and returns its wallet; undefined unless the text is an unused, unexpired
 * challenge of this requester for this purpose. It is stored as SHA-256 and never parsed: a
 * returned text is either found or invalid.
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

/** Makes room for one more challenge of the requester. */
async function makeRoom(trx: Transaction<IdentityTables>, asker: Asker): Promise<void> {
  // Otherwise two requests would both make room for one. A browser has no row to lock.
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
    .offset(MAX_OPEN - 1)
  await trx.deleteFrom('walletChallenges').where('messageHash', 'in', oldest).execute()
}

/** @throws VALIDATION_ERROR */
export function checkedWallet({ address, chainId }: WalletInput): CheckedWallet {
  const chain = chainId ?? 1
  refuseIssues(identityInput.issues('CreateWalletChallengeInput', { address, chainId: chain }))
  return { address: checksumAddress(address), chainId: chain }
}
