// Reads and locks one membership: by its id, a person's current one, or the one that ended last.
import type { Kysely } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables, Membership } from '../tables.ts'
import type { MembershipKey } from './steward.ts'

export function getMembership({ db }: GuildContext, id: string): Promise<Membership> {
  return db
    .selectFrom('memberships')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Membership', id))
}

/** Locks a membership; undefined if it has ended. */
export function lockMembership(
  trx: Transaction<GuildTables>,
  id: string,
): Promise<Membership | undefined> {
  const query = trx.selectFrom('memberships').selectAll().where('id', '=', id)
  return query.forUpdate().executeTakeFirst()
}

/** Locks a person's membership or pending request. */
export function lockLasting(
  trx: Transaction<GuildTables>,
  { organizationId, identityId }: MembershipKey,
): Promise<Membership | undefined> {
  return trx
    .selectFrom('memberships')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('identityId', '=', identityId)
    .where('status', '<>', 'rejected')
    .forUpdate()
    .executeTakeFirst()
}

/** The person's membership or request that ended last. */
export function findFormer(db: Kysely<GuildTables>, key: MembershipKey) {
  return latestFormer(db, key).executeTakeFirst()
}

/** Whether a steward ended the person's last membership. Requests withdrawn since do not count. */
export async function wasRemoved(db: Kysely<GuildTables>, key: MembershipKey): Promise<boolean> {
  const membership = await latestFormer(db, key).where('status', '=', 'active').executeTakeFirst()
  return membership?.removed === true
}

function latestFormer(db: Kysely<GuildTables>, { organizationId, identityId }: MembershipKey) {
  return db
    .selectFrom('formerMemberships')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('identityId', '=', identityId)
    .orderBy('leftAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
}
