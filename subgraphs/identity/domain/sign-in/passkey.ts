// Passkeys (Web Authentication): keys of a person's devices.
import { sql } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import type { DbAndClock, AuditContext } from '../../context.ts'
import type { IdentityTables, Passkey, Session } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { requireWayIn } from '../sessions/last-way-in.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { withSecondFactor } from '../sessions/second-factor.ts'
import { renewSession } from '../sessions/session.ts'
import { lockStepUp } from '../sessions/step-up.ts'
import { endTwoStepWithoutPasskeys } from './two-step.ts'

const MAX_PASSKEYS = 20

/** The person's passkeys, oldest first; at most 20. */
export function listPasskeys(
  { db }: { db: Db<IdentityTables> },
  identityId: string,
): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('identityId', '=', identityId)
    .orderBy('createdAt')
    .execute()
}

export function findPasskey({ db }: DbAndClock, id: string): Promise<Passkey | undefined> {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
}

export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'>

/**
 * Adds a passkey in a session that has stepped up, and returns the new value of the session's cookie. Of two
 * first passkeys added at the same time, the second is refused. Creating the passkey proves it for this
 * session, in addition to earlier proofs. @throws PASSKEY_TAKEN, PASSKEY_LIMIT, INSUFFICIENT_PERMISSIONS
 */
export function addPasskey(
  ctx: AuditContext,
  passkey: NewPasskey,
  session: Pick<Session, 'id' | 'tokenHash'>,
): Promise<string> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockPersonForUpdate(trx, passkey.identityId)
    const { count } = await trx
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('identityId', '=', passkey.identityId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_PASSKEYS) {
      throw refused('PASSKEY_LIMIT', `A person has at most ${MAX_PASSKEYS} passkeys.`)
    }
    // Checked before the insert: the new passkey would become the strongest factor.
    const before = await lockStepUp({ ...ctx, db: trx }, session)
    // For "this was not me", the passkey must not be older than its notice.
    const at = ctx.now()
    await insertPasskey(trx, passkey, at)
    const { identityId, name } = passkey
    const entry = { kind: 'passkey_added', identityId, details: { name } } as const
    await recordAudit({ ...ctx, db: trx, now: () => at }, entry)
    const methods = withSecondFactor(before.methods, 'passkey')
    return (await renewSession(trx, session, { authenticatedAt: at, methods }))!
  })
}

/** Inserts a passkey within a larger transaction. @throws PASSKEY_TAKEN */
export async function insertPasskey(
  trx: Transaction<IdentityTables>,
  passkey: NewPasskey,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('passkeys')
    .values({ ...passkey, createdAt: at, lastUsedAt: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => refused('PASSKEY_TAKEN', 'This passkey is registered already.'))
}

/** Records a use. Returns false if the stored counter is not lower, which means that the passkey was copied. */
export async function notePasskeyUse(
  { db, now }: DbAndClock,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
): Promise<boolean> {
  const noted = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: now() })
    .where('id', '=', id)
    // Many passkeys have no counter and always send 0.
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Removes a passkey in a session that has stepped up. @throws NOT_FOUND, LAST_WAY_IN, INSUFFICIENT_PERMISSIONS */
export function removePasskey(
  ctx: AuditContext,
  session: Pick<Session, 'id' | 'identityId' | 'tokenHash'>,
  id: string,
): Promise<void> {
  const { identityId } = session
  return ctx.db.transaction().execute(async (trx) => {
    await lockPersonForUpdate(trx, identityId)
    await lockStepUp({ ...ctx, db: trx }, session)
    await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('identityId', '=', identityId)
      .returning('id')
      .executeTakeFirstOrThrow(() => notFound('Passkey', id))
    await requireWayIn(trx, identityId)
    await endTwoStepWithoutPasskeys(trx, identityId)
    await recordAudit({ ...ctx, db: trx }, { kind: 'passkey_removed', identityId })
  })
}

/** Removes the person's passkeys except those in `kept`, within a larger transaction. */
export async function removePasskeysBut(
  ctx: Omit<AuditContext, 'db'> & { db: Transaction<IdentityTables> },
  identityId: string,
  kept: readonly string[],
): Promise<void> {
  const removed = await ctx.db
    .deleteFrom('passkeys')
    .where('identityId', '=', identityId)
    .where('id', '!=', sql<string>`all(${[...kept]})`)
    .returning('id')
    .execute()
  await endTwoStepWithoutPasskeys(ctx.db, identityId)
  for (const _passkey of removed) await recordAudit(ctx, { kind: 'passkey_removed', identityId })
}
