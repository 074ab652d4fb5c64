// Decides whether a caller reads as an administrator, who sees hidden content.
import { oncePerRequest } from '#foundation/auth/caller-checks.ts'
import type { Caller } from '#foundation/auth/caller.ts'

export type ReadsAsAdministrator<C extends Caller> = (ctx: C) => boolean | Promise<boolean>

/** True for a token with the scope `admin` if `isAdministrator`, called once a request, returns true. */
export function readingAsAdministrator<C extends Caller>(
  isAdministrator: (ctx: C) => Promise<boolean>,
): ReadsAsAdministrator<C> {
  const isConfirmed = oncePerRequest(isAdministrator)
  return (ctx) => (ctx.viewer?.scopes.has('admin') ? isConfirmed(ctx) : false)
}
