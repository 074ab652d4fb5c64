// "This was not me": whoever says so locks the account until its password is set anew.
import { sql } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { IdentityContext } from '../context.ts'
import type { IdentityTables } from '../tables.ts'
import { recordAudit } from './audit.ts'
import { linkIsOver, putEmailAddress } from './email-address.ts'
import { createPasswordReset } from './reset-link.ts'
import { randomToken, sha256 } from './random.ts'
import { endAllAccess } from './session-end.ts'

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
    // Sign-ins of the same person wait, and find the lock. So does mail that is being composed.
    await lockPersonForUpdate(trx, identityId)
    const claim = await useDisavowal(within, token)
    await trx
      .insertInto('accountLocks')
      .values({ identityId, lockedAt: ctx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await removeWaysIn(trx, identityId)
    await removeLaterClaims(trx, claim)
    await endAllAccess(trx, ctx.now(), identityId, 'account_locked')
    await recordAudit(within, { kind: 'account_locked', identityId })
    // Without a notice to the address before, which would hand out another such link.
    await putEmailAddress(within, identityId, claim.address)
    return createPasswordReset(within, identityId)
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

/** Conflicts with the key share that inserting a session takes. */
async function lockPersonForUpdate(trx: Transaction<IdentityTables>, id: string): Promise<void> {
  await trx.selectFrom('identities').select('id').where('id', '=', id).forUpdate().execute()
}

/** The password, and whatever could set one. Passkeys and wallets stay for the owner to keep. */
async function removeWaysIn(trx: Transaction<IdentityTables>, identityId: string): Promise<void> {
  for (const table of WAYS_IN) {
    await trx.deleteFrom(table).where('identityId', '=', identityId).execute()
  }
}

/**
 * Of two addresses that say "this was not me", the one whose notice has the earlier cause is the
 * owner's: the other one came after it.
 */
async function removeLaterClaims(
  trx: Transaction<IdentityTables>,
  { identityId, address, expiresAt }: Claim,
): Promise<void> {
  const since = new Date(expiresAt.getTime() - LIFETIME_MS)
  await trx
    .deleteFrom('mailOutbox')
    .where('identityId', '=', identityId)
    .where('address', '!=', address)
    .where('createdAt', '>=', since)
    .execute()
  await trx
    .deleteFrom('disavowals')
    .where('identityId', '=', identityId)
    .where('address', '!=', address)
    .where('expiresAt', '>=', expiresAt)
    .execute()
}

const WAYS_IN = [
  'passwords',
  'passwordResets',
  'administratorCodes',
  'recoveryCodes',
  'emailVerifications',
] as const
