// "This was not me": whoever says so locks the account until its password is set anew.
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { IdentityContext } from '../context.ts'
import type { IdentityTables } from '../tables.ts'
import { recordAudit } from './audit.ts'
import { linkIsOver, setEmailAddress } from './email-address.ts'
import { createPasswordReset } from './reset-link.ts'
import { randomToken, sha256 } from './random.ts'
import { endAllAccess } from './session-end.ts'

/** Long enough for who is away over a weekend. */
const LIFETIME_MS = 7 * 86_400_000
/** Links of one person. Beyond it, those that expire first are deleted. */
const MOST_LINKS = 100

type Keeping = { db: Db<IdentityTables>; now: () => Date }

/** The token of a link in a notice to that address. */
export async function createDisavowal(
  { db, now }: Keeping,
  identityId: string,
  address: string,
): Promise<string> {
  const token = randomToken()
  const expiresAt = new Date(now().getTime() + LIFETIME_MS)
  await db
    .insertInto('disavowals')
    .values({ tokenHash: sha256(token), identityId, address, expiresAt })
    .execute()
  await db
    .deleteFrom('disavowals')
    .where('tokenHash', 'in', (eb) =>
      eb
        .selectFrom('disavowals')
        .select('tokenHash')
        .where('identityId', '=', identityId)
        .orderBy('expiresAt', 'desc')
        .offset(MOST_LINKS),
    )
    .execute()
  return token
}

/** Whose account a link locks; undefined when it is over. */
export function findDisavowal({ db, now }: Keeping, token: string) {
  return db
    .selectFrom('disavowals')
    .innerJoin('identities', 'identities.id', 'disavowals.identityId')
    .select(['identities.username', 'identities.house'])
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
    const { identityId, address } = await useDisavowal(within, token)
    // Sign-ins of the same person wait, and find the lock.
    await lockPersonForUpdate(trx, identityId)
    await trx
      .insertInto('accountLocks')
      .values({ identityId, lockedAt: ctx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await removeWaysIn(trx, identityId)
    await endAllAccess(trx, ctx.now(), identityId, 'account_locked')
    await recordAudit(within, { kind: 'account_locked', identityId })
    await setEmailAddress(within, identityId, address)
    return createPasswordReset(within, identityId)
  })
}

type Within = Omit<IdentityContext, 'db'> & { db: Transaction<IdentityTables> }

async function useDisavowal({ db, now }: Within, token: string) {
  const used = await db
    .deleteFrom('disavowals')
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', now())
    .returning(['identityId', 'address'])
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

const WAYS_IN = [
  'passwords',
  'passwordResets',
  'administratorCodes',
  'recoveryCodes',
  'emailVerifications',
] as const
