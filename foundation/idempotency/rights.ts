// A fingerprint of the caller's rights to read: a repetition with other rights is another request.
import { createHash } from 'node:crypto'
import type { Caller } from '#foundation/auth/caller.ts'

/** Whether the caller is still an administrator; undefined for a service without the scope `admin`. */
export type IsAdministrator<C> = ((ctx: C) => Promise<boolean>) | undefined

/**
 * Equal for callers of one identity and client who may read the same fields. The role counts beside the scope `admin`,
 * because it may be lost while the token is valid. Requirements of root fields alone (the admin key, `acr`,
 * `auth_time`) are left out: their guards run before each repetition.
 */
export async function rightsOf<C extends Caller>(
  ctx: C,
  isAdministrator: IsAdministrator<C>,
): Promise<string> {
  const scopes = [...(ctx.viewer?.scopes ?? [])].toSorted()
  const role = scopes.includes('admin') && isAdministrator ? await isAdministrator(ctx) : false
  const rights = JSON.stringify([scopes, role, ctx.service !== undefined])
  return createHash('sha256').update(rights).digest('base64url')
}
