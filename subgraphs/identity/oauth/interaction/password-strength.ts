// Tells a script what the server would say of a new password. Nothing of it is kept.
import type { RequestHandler } from 'express'
import { addressPrincipal } from '#foundation/limits/rate-limit.ts'
import { takeAttempt } from '../../domain/attempt-throttle.ts'
import { passwordIssues } from '../../domain/password.ts'
import type { AuthorizationServer } from '../request-context.ts'
import { scriptCall, textOf } from './script-call.ts'

/** Estimates take a few milliseconds each. */
const AN_ADDRESS = { most: 300, windowMs: 15 * 60_000 }

/** `{message}`: a sentence about what is wrong; null for nothing. */
export function judgePassword(server: AuthorizationServer): RequestHandler {
  return scriptCall(server, async ({ ctx, req }, body) => {
    await takeAttempt(ctx, `strength:${addressPrincipal(req.ip ?? '')}`, AN_ADDRESS)
    const names = { username: textOf(body, 'username'), displayName: textOf(body, 'displayName') }
    const [issue] = await passwordIssues(ctx, 'password', textOf(body, 'password'), names)
    return { message: issue ? `It ${issue.reason}.` : null }
  })
}
