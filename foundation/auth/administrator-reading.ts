// Who reads as an administrator, and so sees what is hidden.
import type { Caller } from '#foundation/auth/caller.ts'

/** Whether a caller reads as an administrator. */
export type ReadsAsAdministrator<C extends Caller> = (ctx: C) => boolean | Promise<boolean>

/** Only with the scope `admin`, and if `isAdministrator` says so, which is called once a request. */
export function readingAsAdministrator<C extends Caller>(
  isAdministrator: (ctx: C) => Promise<boolean>,
): ReadsAsAdministrator<C> {
  const answers = new WeakMap<C, Promise<boolean>>()
  return (ctx) => {
    if (!ctx.viewer?.scopes.has('admin')) return false
    const answer = answers.get(ctx) ?? isAdministrator(ctx)
    answers.set(ctx, answer)
    return answer
  }
}
