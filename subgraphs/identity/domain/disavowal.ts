// "This was not me": whoever says so locks the account until its password is set anew.
import { sql } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { IdentityContext } from '../context.ts'
import type { IdentityTables } from '../tables.ts'
import { recordAudit } from './audit.ts'
import { withdrawWithin } from './departure.ts'
import { linkIsOver, putEmailAddress } from './email-address.ts'
import { createRecovery } from './reset-link.ts'
import { listPasskeys, removePasskeysBut } from './passkey.ts'
import { lockPersonForUpdate } from './person.ts'
import { randomToken, sha256 } from './random.ts'
import { findFactors } from './second-factor.ts'
import { endAllAccess } from './session-end.ts'
import { deleteTotp, findTotp } from './totp-set-up.ts'

/** Long enough for who is away over a weekend. */
const LIFETIME_MS = 7 * 86_400_000
/** Links of one person to one address. Beyond it, those that expire first are deleted. */
const MOST_LINKS = 100

type Keeping = { db: Db<IdentityTables>; now: () => Date }

/**
 * The token of the link in a notice that waits, valid from the time of its cause: the newest counts.
 * Undefined when the notice is not to be sent any more.
 */
export async function createDisavowal(
  { db }: Pick<Keeping, 'db'>,
  mailId: string,
): Promise<string | undefined> {
  const token = randomToken()
  const created = await db
    .insertInto('disavowals')
    .columns(['tokenHash', 'identityId', 'address', 'expiresAt', 'mailId'])
    .expression((eb) =>
      eb
        .selectFrom('mailOutbox')
        .select([
          sql<Buffer>`${sha256(token)}::bytea`.as('tokenHash'),
          sql<string>`identity_id`.as('identityId'),
          sql<string>`address`.as('address'),
          sql<Date>`created_at + ${LIFETIME_MS} * interval '1 millisecond'`.as('expiresAt'),
          'id as mailId',
        ])
        .where('id', '=', mailId),
    )
    .onConflict((conflict) => conflict.column('mailId').doUpdateSet({ tokenHash: sha256(token) }))
    .returning(['identityId', 'address'])
    .executeTakeFirst()
  if (!created) return undefined
  await removeOldest(db, created)
  return token
}

async function removeOldest(
  db: Db<IdentityTables>,
  { identityId, address }: { identityId: string; address: string },
): Promise<void> {
  await db
    .deleteFrom('disavowals')
    .where('tokenHash', 'in', (eb) =>
      eb
        .selectFrom('disavowals')
        .select('tokenHash')
        .where('identityId', '=', identityId)
        .where('address', '=', address)
        .orderBy('expiresAt', 'desc')
        .offset(MOST_LINKS),
    )
    .execute()
}

/** Whose account a link locks; undefined when it is over. */
export function findDisavowal({ db, now }: Keeping, token: string) {
  return db
    .selectFrom('disavowals')
    .innerJoin('identities', 'identities.id', 'disavowals.identityId')
    .select(['identities.id', 'identities.username', 'identities.house'])
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', now())
    .executeTakeFirst()
}

/**
 * Locks the account, and returns the token with which its owner sets a new password: sessions and grants
 * end, nothing signs in, what somebody else may have prepared is gone, and the address that the notice
 * went to is the account's again. @throws INSUFFICIENT_PERMISSIONS when the link is over
 */
export function lockAccount(ctx: IdentityContext, token: string): Promise<string> {
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const person = await findDisavowal(within, token)
    if (!person) throw linkIsOver()
    const identityId = person.id
    // Sign-ins of the same person wait, and find the lock.
    await lockPersonForUpdate(trx, identityId)
    const claim = await useDisavowal(within, token)
    await removeEarlierLinks(trx, claim)
    await trx
      .insertInto('accountLocks')
      .values({ identityId, lockedAt: ctx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await removeWaysIn(trx, identityId)
    const since = new Date(claim.expiresAt.getTime() - LIFETIME_MS - 1)
    await removeLaterClaims(trx, identityId, { since, but: [claim.address] })
    await endAllAccess(trx, ctx.now(), identityId, 'account_locked')
    await recordAudit(within, { kind: 'account_locked', identityId })
    // Without a notice to the address before, which would hand out another such link.
    await putEmailAddress(within, identityId, claim.address)
    // Afterwards, because these send notices.
    await removeLaterFactors(within, identityId, since)
    // Whoever asked: a locked-out owner could not withdraw it in time.
    await withdrawWithin(within, identityId, new Date(0))
    return createRecovery(within, identityId, null)
  })
}

type Within = Omit<IdentityContext, 'db'> & { db: Transaction<IdentityTables> }

interface Claim {
  identityId: string
  address: string
  expiresAt: Date
}

async function useDisavowal({ db, now }: Within, token: string): Promise<Claim> {
  const used = await db
    .deleteFrom('disavowals')
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', now())
    .returning(['identityId', 'address', 'expiresAt'])
    .executeTakeFirst()
  if (!used) throw linkIsOver()
  return used
}

/** Of links to one address, the newest that was used is the last: somebody else may have read the mailbox. */
async function removeEarlierLinks(
  trx: Transaction<IdentityTables>,
  { identityId, address, expiresAt }: Claim,
): Promise<void> {
  await trx
    .deleteFrom('disavowals')
    .where('identityId', '=', identityId)
    .where('address', '=', address)
    .where('expiresAt', '<=', expiresAt)
    .execute()
}

/** The password, and whatever could set one. Passkeys and wallets stay for the owner to keep. */
async function removeWaysIn(trx: Transaction<IdentityTables>, identityId: string): Promise<void> {
  for (const table of WAYS_IN) {
    await trx.deleteFrom(table).where('identityId', '=', identityId).execute()
  }
}

/**
 * Of two that claim an account, the one with the earlier cause is its owner: this deletes the links to
 * other addresses whose notice has a later cause than that, and the notices that wait.
 */
export async function removeLaterClaims(
  trx: Transaction<IdentityTables>,
  identityId: string,
  { since, but }: { since: Date; but: readonly string[] },
): Promise<void> {
  await trx
    .deleteFrom('mailOutbox')
    .where('identityId', '=', identityId)
    .where('address', '!=', sql<string>`all(${[...but]})`)
    .where('createdAt', '>', since)
    .execute()
  await trx
    .deleteFrom('disavowals')
    .where('identityId', '=', identityId)
    .where('address', '!=', sql<string>`all(${[...but]})`)
    .where('expiresAt', '>', new Date(since.getTime() + LIFETIME_MS))
    .execute()
}

/**
 * Removes second factors that are newer than the cause: the app, the choice to be asked for a passkey, and the
 * passkeys if they are the only second factor. Older ones stay, because a mailbox alone must not open an account
 * that has a second factor.
 */
async function removeLaterFactors(ctx: Within, identityId: string, since: Date): Promise<void> {
  const { db } = ctx
  const app = await findTotp(ctx, identityId)
  if (app && app.confirmedAt > since) await deleteTotp(ctx, identityId)
  await db
    .deleteFrom('twoStepSignIns')
    .where('identityId', '=', identityId)
    .where('since', '>', since)
    .execute()
  const { asked, totp } = await findFactors(ctx, identityId)
  if (!asked || totp) return
  const older = (await listPasskeys(ctx, identityId)).filter(({ createdAt }) => createdAt <= since)
  await removePasskeysBut(
    ctx,
    identityId,
    older.map(({ id }) => id),
  )
}

const WAYS_IN = [
  'passwords',
  'passwordResets',
  'recoveries',
  'administratorCodes',
  'recoveryCodes',
  'emailVerifications',
  // Whoever else signed in is new again.
  'knownBrowsers',
] as const
