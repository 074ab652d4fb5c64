// Tells a script whether a new password would be accepted. The password is not stored.
import { countForAddress } from '../../oauth/address-limit.ts'
import { passwordIssues } from '../../domain/sign-in/password.ts'
import type { BrowserSession } from '../browser-session.ts'
import { textOf, type ScriptBody } from '../script-call.ts'

/** Limits estimates for one network address, because each takes a few milliseconds. */
const AN_ADDRESS = { max: 300, windowMs: 15 * 60_000 }

/** `{message}`: why the password would be rejected, or null. */
export async function judgePassword(browserSession: BrowserSession, body: ScriptBody) {
  await countForAddress(browserSession, 'strength', AN_ADDRESS)
  const names = { username: textOf(body, 'username'), displayName: textOf(body, 'displayName') }
  const [issue] = await passwordIssues(
    browserSession.ctx,
    'password',
    textOf(body, 'password'),
    names,
  )
  return { message: issue ? `It ${issue.reason}.` : null }
}
