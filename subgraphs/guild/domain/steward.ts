// Checks and appoints stewards, who act for an organization.
import type DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import { once, placeholder } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { createKeyLoader } from '#foundation/database/reads/key-loader.ts'
import { forbidden } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { GuildContext } from '../context.ts'
import type { GuildTables } from '../tables.ts'

/** One person in one organization. */
export interface MembershipKey {
  organizationId: string
  identityId: string
}

/** True when the caller is a steward of the organization. */
export async function isSteward(
  { viewer, loaders }: GuildContext,
  organizationId: string,
): Promise<boolean> {
  if (!viewer) return false
  const steward = await loaders.steward.load({ organizationId, identityId: viewer.identityId })
  return steward !== undefined
}

/** @throws INSUFFICIENT_PERMISSIONS unless the caller is a steward of the organization */
export async function requireSteward(ctx: GuildContext, organizationId: string): Promise<void> {
  if (await isSteward(ctx, organizationId)) return
  throw notSteward()
}

export function notSteward(): Error {
  return forbidden('Only a steward of the organization can do this.', { reason: 'not_steward' })
}

const stewards = once((db: Kysely<GuildTables>) =>
  db
    .selectFrom('memberships')
    .select(['organizationId', 'identityId'])
    .where(
      sql<boolean>`(organization_id, identity_id) in (
        select * from unnest(${placeholder('organizationIds')}::text[], ${placeholder('identityIds')}::text[]))`,
    )
    .where('status', '=', sql.lit('active'))
    .where('steward', '=', true)
    .compile(),
)

/** Loads the keys of people who are stewards; undefined for anybody else. */
export function stewardLoader(
  db: Kysely<GuildTables>,
): DataLoader<MembershipKey, MembershipKey | undefined, string> {
  return createKeyLoader(db, stewards(db), ['organizationId', 'identityId'])
}

/** Makes a person a member and a steward of a locked organization, even if a request is pending. */
export async function makeSteward(
  trx: Transaction<GuildTables>,
  key: MembershipKey,
  requestedAt: Date,
): Promise<void> {
  const { organizationId, identityId } = key
  const before = await trx
    .selectFrom('memberships')
    .select(['id', 'status'])
    .where('organizationId', '=', organizationId)
    .where('identityId', '=', identityId)
    .where('status', '<>', 'rejected')
    .forUpdate()
    .executeTakeFirst()
  const steward = { status: 'active', steward: true } as const
  await (before
    ? trx.updateTable('memberships').set(steward).where('id', '=', before.id).execute()
    : trx
        .insertInto('memberships')
        .values({ id: newId('membership'), ...key, ...steward, requestedAt })
        .execute())
  if (before?.status !== 'active') await countOneMore(trx, organizationId)
}

async function countOneMore(trx: Transaction<GuildTables>, organizationId: string): Promise<void> {
  await trx
    .updateTable('organizations')
    .set(({ eb }) => ({ memberCount: eb('memberCount', '+', 1) }))
    .where('id', '=', organizationId)
    .execute()
}
