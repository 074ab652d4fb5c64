// Profiles of the caller and of other people.
import { sql, type Kysely } from 'kysely'
import { requireViewer } from '#foundation/auth/caller.ts'
import {
  BY_AGE,
  filteredList,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import type { Connection } from '#foundation/database/lists/pagination.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../../context.ts'
import type { Identity, IdentityTables } from '../../tables.ts'
import { USERNAME } from './username.ts'

/** The caller; undefined for a machine client. */
export function findMe(ctx: IdentityContext): Promise<Identity | undefined> {
  return ctx.loaders.identity.load(requireViewer(ctx).identityId)
}

export async function getIdentity({ loaders }: IdentityContext, id: string): Promise<Identity> {
  const identity = await loaders.identity.load(id)
  if (!identity) throw notFound('Identity', id)
  return identity
}

/** A person. Services other than the router do not find people who left. @throws NOT_FOUND */
export async function getPresent(ctx: IdentityContext, id: string): Promise<Identity> {
  const identity = await getIdentity(ctx, id)
  const isForAction = ctx.service !== undefined && ctx.service !== 'router'
  if (identity.leftAt && isForAction) throw notFound('Identity', id)
  return identity
}

/** The names that others see: searches do not find hidden ones. */
const NAMES = `
  case when hidden_username = username then '' else username end || ' ' ||
  case when hidden_display_name = display_name then '' else display_name end`

const people = filteredList({
  rows: (db: Kysely<IdentityTables>) =>
    db
      .selectFrom('identities')
      .selectAll()
      .where('kind', '=', sql.lit('person'))
      .where('disabledAt', 'is', null),
  filters: {},
  orders: BY_AGE,
  search: { title: NAMES, text: NAMES },
})

/** People whose username or display name matches. */
export function searchIdentities(
  { db }: IdentityContext,
  wanted: ListArguments<never, never> & { search: string },
): Promise<Connection<Identity>> {
  return people(db, wanted)
}

/** The xp at which a person's level begins: level n begins at 50·n·(n − 1) xp. */
export function xpAtLevelStart({ level }: Pick<Identity, 'level'>): number {
  return 50 * level * (level - 1)
}

/** Xp missing for the next level. */
export function xpToNextLevel({ level, xp }: Identity): number {
  return xpAtLevelStart({ level: level + 1 }) - xp
}

/** The id of the person with that username; null if there is none. */
export async function findIdByUsername(
  { db }: Pick<IdentityContext, 'db'>,
  username: string,
): Promise<string | null> {
  if (!USERNAME.test(username)) return null
  const found = await db
    .selectFrom('identities')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirst()
  return found?.id ?? null
}
