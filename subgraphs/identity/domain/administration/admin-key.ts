// Admin API keys, whose holders may issue credentials.
import { NEWEST_FIRST } from '#foundation/database/lists/page-statement.ts'
import {
  edgeOf,
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { forbidden, notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityContext } from '../../context.ts'
import { identityInput } from '../../input.ts'
import type { AdminKey } from '../../tables.ts'
import { changeAsAdministrator, recordChange, type Administration } from './administrator.ts'
import { randomToken, sameHash, sha256 } from '../secrets/random.ts'

/** @throws INSUFFICIENT_PERMISSIONS unless the request carries a key that is not revoked */
export async function requireAdminKey({ db, adminKey }: IdentityContext): Promise<void> {
  const sent = sha256(adminKey ?? '')
  const keys = await db
    .selectFrom('adminKeys')
    .select('keyHash')
    .where('revokedAt', 'is', null)
    .execute()
  const matches = keys.filter(({ keyHash }) => sameHash(keyHash, sent))
  if (matches.length > 0) return
  throw forbidden('An admin API key is required: send it in the header X-Admin-API-Key.', {
    reason: 'admin_key',
  })
}

/** An admin key as stored, and the key itself, which is returned only once. */
export interface CreatedAdminKey {
  adminKey: AdminKey
  key: string
}

/** @throws VALIDATION_ERROR that names the field */
export async function createAdminKey(
  ctx: Administration,
  { name }: Pick<AdminKey, 'name'>,
): Promise<CreatedAdminKey> {
  refuseIssues(identityInput.issues('CreateAdminKeyInput', { name }))
  const key = randomToken()
  return changeAsAdministrator(ctx, async (trx) => {
    const adminKey = await trx
      .insertInto('adminKeys')
      .values({ id: newId('adminkey'), name, keyHash: sha256(key), createdAt: ctx.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = { adminKeyId: adminKey.id, name }
    await recordChange(ctx, trx, { kind: 'admin_key_added', details })
    return { adminKey, key }
  })
}

/** Newest first, including revoked keys. */
export function listAdminKeys(
  { db }: Pick<Administration, 'db'>,
  page: PageArguments,
): Promise<Connection<AdminKey>> {
  const all = db.selectFrom('adminKeys').selectAll()
  return paginate(db, all, page, cursorKeyOf, NEWEST_FIRST, {
    total: () => readRowCount(db, 'admin_keys'),
  })
}

const cursorKeyOf = ({ createdAt, id }: AdminKey) => ({ at: createdAt, id })

/** The edge of an admin key in the list of all keys. */
export function adminKeyEdge(adminKey: AdminKey): { node: AdminKey; cursor: string } {
  return edgeOf(adminKey, cursorKeyOf)
}

/** Revokes the key; revoking again changes nothing. @throws NOT_FOUND */
export function revokeAdminKey(ctx: Administration, id: string): Promise<AdminKey> {
  return changeAsAdministrator(ctx, async (trx) => {
    const revoked = await trx
      .updateTable('adminKeys')
      .set({ revokedAt: ctx.now() })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!revoked) return getAdminKey({ db: trx }, id)
    const details = { adminKeyId: id, name: revoked.name }
    await recordChange(ctx, trx, { kind: 'admin_key_revoked', details })
    return revoked
  })
}

async function getAdminKey({ db }: Pick<Administration, 'db'>, id: string): Promise<AdminKey> {
  const found = await db.selectFrom('adminKeys').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('AdminKey', id)
  return found
}
