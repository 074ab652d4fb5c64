// Whether the caller is an administrator, for what shows more to administrators than to others.
import type { Caller } from '#foundation/auth/caller.ts'

/** One of the loaders of a request. */
export type AdministratorOnce<C extends Caller> = (ctx: C) => Promise<boolean>

/** False without the scope `admin`; otherwise asks whether the caller is one now, once. */
export function administratorOnce<C extends Caller>(
  isAdministrator: (ctx: C) => Promise<boolean>,
): AdministratorOnce<C> {
  let answer: Promise<boolean> | undefined
  return async (ctx) => {
    if (!ctx.viewer?.scopes.has('admin')) return false
    return (answer ??= isAdministrator(ctx))
  }
}
