// The roles of the database as content items, with the people who were accepted to them.
import { sql } from 'kysely'
import type { ContentContext, ContentItem, StoredItem } from '#foundation/content/kind.ts'
import type { GuildTables, Role, RoleFields } from '../tables.ts'

/** A role whose openings include those that are taken. */
export interface RoleItem extends ContentItem, RoleFields {
  /** The key of its organization in any file, or the organization's id. */
  organization: string
}

export interface StoredRole extends StoredItem<RoleItem> {
  accepted: number
}

type Ctx = ContentContext<GuildTables>

export async function findRoles({ trx }: Ctx, ids?: readonly string[]): Promise<StoredRole[]> {
  if (ids !== undefined) await lockOrganizationsOf(trx, ids)
  const roles = rolesInOrder(trx)
  const found = await (
    ids === undefined
      ? roles
          .where((is) =>
            is.or([is('roles.contentKey', 'is not', null), is('byAdministrator', '=', true)]),
          )
          .where('roles.retiredAt', 'is', null)
      : roles.where('roles.id', '=', sql<string>`any(${[...ids]})`).forNoKeyUpdate('roles')
  ).execute()
  // Counted under the lock, so that nobody is accepted meanwhile.
  const accepted = await countAccepted(
    trx,
    found.map(({ id }) => id),
  )
  return found.map((role) => toStored(role, accepted.get(role.id) ?? 0))
}

/** All roles, each with the key of its organization. */
function rolesInOrder(trx: Ctx['trx']) {
  return trx
    .selectFrom('roles')
    .innerJoin('organizations', 'organizations.id', 'roles.organizationId')
    .selectAll('roles')
    .select('organizations.contentKey as organizationKey')
    .orderBy('roles.createdAt')
    .orderBy('roles.id')
}

/** Locks the organizations of roles: every transaction locks an organization before its roles. */
export async function lockOrganizationsOf(
  trx: Ctx['trx'],
  roleIds: readonly string[],
): Promise<void> {
  const theirs = trx
    .selectFrom('roles')
    .select('organizationId')
    .where('id', '=', sql<string>`any(${[...roleIds]})`)
  await trx
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', theirs)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

async function countAccepted(
  trx: Ctx['trx'],
  roleIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('applications')
    .select(({ fn }) => ['roleId', fn.countAll<number>().as('accepted')])
    .where('roleId', '=', sql<string>`any(${[...roleIds]})`)
    .where('status', '=', 'accepted')
    .groupBy('roleId')
    .execute()
  return new Map(rows.map((row) => [row.roleId, row.accepted]))
}

function toStored(role: Role & { organizationKey: string | null }, accepted: number): StoredRole {
  const { id, contentKey, organizationId, organizationKey, createdAt, retiredAt } = role
  const { byAdministrator, title, description, minLevel, openings } = role
  return {
    id,
    contentKey,
    retired: retiredAt !== null,
    personal: contentKey === null && !byAdministrator,
    // An organization that somebody founded is in no export, and neither are its roles.
    portable: organizationKey !== null,
    accepted,
    item: {
      key: contentKey ?? id,
      organization: organizationKey ?? organizationId,
      title,
      description,
      minLevel,
      openings: openings + accepted,
      createdAt: createdAt.toISOString(),
    },
  }
}
