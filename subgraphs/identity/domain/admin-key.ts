// Admin API keys: who holds one may issue credentials.
import { createHash, timingSafeEqual } from 'node:crypto'
import { forbidden } from '#foundation/errors.ts'
import type { IdentityContext } from '../context.ts'

/** SHA-256: keys are long and random, so a slow hash would add nothing. */
export function hashAdminKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** @throws INSUFFICIENT_PERMISSIONS unless the request carries a key that is not revoked */
export async function requireAdminKey({ db, adminKey }: IdentityContext): Promise<void> {
  const sent = hashAdminKey(adminKey ?? '')
  const keys = await db
    .selectFrom('adminKeys')
    .select('keyHash')
    .where('revokedAt', 'is', null)
    .execute()
  const matches = keys.filter(({ keyHash }) => timingSafeEqual(keyHash, sent))
  if (matches.length > 0) return
  throw forbidden('An admin API key is required: send it in the header X-Admin-API-Key.', {
    reason: 'admin_key',
  })
}
