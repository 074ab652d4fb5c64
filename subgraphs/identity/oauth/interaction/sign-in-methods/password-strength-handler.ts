// Tells a script whether a new password would be accepted. The password is not stored.
import { addressPrincipal } from '#foundation/limits/rate-limit.ts'
import { consumeAttempt } from '../../../domain/secrets/attempt-throttle.ts'
import { passwordIssues } from '../../../domain/sign-in/password.ts'
import type { BrowserSession } from '../browser-session.ts'
import { textOf, type ScriptBody } from '../script-call.ts'

/** An estimate takes a few milliseconds. */
const AN_ADDRESS = { max: 300, windowMs: 15 * 60_000 }

/** `{message}`: why the password would be rejected, or null. */
export async function judgePassword({ ctx, req }: BrowserSession, body: ScriptBody) {
  await consumeAttempt(ctx, `strength:${addressPrincipal(req.ip ?? '')}`, AN_ADDRESS)
  const names = { username: textOf(body, 'username'), displayName: textOf(body, 'displayName') }
  const [issue] = await passwordIssues(ctx, 'password', textOf(body, 'password'), names)
  return { message: issue ? `It ${issue.reason}.` : null }
}
