// A person's profile: who the caller is, and what they are called.
import type DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import { requireIdentity, requireViewer } from '#foundation/context.ts'
import { brokenConstraint, type Transaction } from '#foundation/database.ts'
import { invalidInput, notFound, refused } from '#foundation/errors.ts'
import { createRowLoader } from '#foundation/row-loader.ts'
import type { IdentityContext } from '../context.ts'
import type { Identity, IdentityTables } from '../tables.ts'
import { recordAudit } from './audit.ts'

/** The caller, or undefined when a client calls for nobody. */
export function findMe(ctx: IdentityContext): Promise<Identity | undefined> {
  return ctx.loaders.identity.load(requireViewer(ctx).identityId)
}

export async function getIdentity({ loaders }: IdentityContext, id: string): Promise<Identity> {
  const identity = await loaders.identity.load(id)
  if (!identity) throw notFound('Identity', id)
  return identity
}

export function identityLoader(
  db: Kysely<IdentityTables>,
): DataLoader<string, Identity | undefined> {
  return createRowLoader((anyId) => db.selectFrom('identities').selectAll().where('id', '=', anyId))
}

/** Xp still missing for the next level: level n + 1 begins at 50·(n + 1)·n xp. */
export function xpToNextLevel({ level, xp }: Identity): number {
  return 50 * (level + 1) * level - xp
}

/** Null when nobody is called so. */
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

export const USERNAME = /^[a-z0-9_]{3,30}$/
export const USERNAME_RULE = 'must be 3 to 30 of a-z, 0-9 and _'

/** @throws VALIDATION_ERROR for a name that is not one, USERNAME_TAKEN */
export async function updateUsername(ctx: IdentityContext, username: string): Promise<Identity> {
  const id = requireIdentity(ctx)
  if (!USERNAME.test(username)) throw invalidInput([{ field: 'username', reason: USERNAME_RULE }])
  return ctx.db.transaction().execute(async (trx) => {
    const identity = await trx
      .selectFrom('identities')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!identity) throw notFound('Identity', id)
    if (identity.username === username) return identity
    await recordAudit(
      { ...ctx, db: trx },
      {
        kind: 'username_changed',
        identityId: id,
        clientId: requireViewer(ctx).clientId,
        details: { username, before: identity.username },
      },
    )
    return rename(trx, id, username)
  })
}

function rename(trx: Transaction<IdentityTables>, id: string, username: string): Promise<Identity> {
  return trx
    .updateTable('identities')
    .set({ username })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => refuseTaken(error, username))
}

/** What a statement that gives somebody a username failed with. @throws USERNAME_TAKEN, or the error */
export function refuseTaken(error: unknown, username: string): never {
  if (brokenConstraint(error) !== 'one_identity_a_username') throw error
  throw refused('USERNAME_TAKEN', `The username ${username} is taken.`, { field: 'username' })
}
