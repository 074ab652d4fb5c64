// Signing in with username and password.
import type { RequestHandler } from 'express'
import { recordAudit } from '../../domain/audit.ts'
import { lookAtGuess, releaseBrake, requireRoom, takeAttempt } from '../../domain/attempt-throttle.ts'
import { findByPassword, type Proven } from '../../domain/password.ts'
import { findIdByUsername } from '../../domain/profile.ts'
import { inTurn } from '../../domain/keyed-queue.ts'
import { currentUsername } from '../../domain/username.ts'
import { signInPage } from '../pages/sign-in.ts'
import { handler, type AuthorizationServer } from '../request-context.ts'
import { passwordBuckets, signInBucket } from './attempts.ts'
import { askingClient, destination, samePage } from './destination.ts'
import { knownDevice } from './device.ts'
import { sendPage } from './page.ts'
import { readForm, signIn, visit, type Visit } from './browser-session.ts'

export function showSignIn(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    sendPage(exchange.res, await renderSignIn(server, visiting, {}))
  })
}

export function submitSignIn(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    const { ctx, res } = visiting
    const form = await readForm(server, visiting)
    const typed = (form.get('username') ?? '').trim().toLowerCase()
    // What the app asks is looked at first: nobody signs in and is then told that it cannot be answered.
    await askingClient(visiting)
    // An old name stands for the same account, and gives no further guesses at it.
    const username = await currentUsername(ctx, typed)
    const device = await knownDevice(server, visiting, username)
    const password = form.get('password') ?? ''
    const proven = await provenBy(visiting, username, device, password)
    if (!proven) {
      // Not the name as it was written: people write passwords there.
      const identityId = await findIdByUsername(ctx, username)
      const entry = {
        kind: 'sign_in_refused',
        identityId,
        details: { method: 'password' },
      } as const
      await recordAudit(ctx, entry)
      const error = 'That username and password do not belong together.'
      sendPage(res, await renderSignIn(server, visiting, { username: typed, error }), 403)
      return
    }
    const session = await signIn(server, visiting, proven, 'password')
    res.redirect(303, destination(server, visiting, session))
  })
}

/**
 * Whom the password proves, or undefined when it is wrong.
 * @throws RATE_LIMIT_EXCEEDED after too many wrong ones, too many right ones, or too many at once
 */
function provenBy(
  visiting: Visit,
  username: string,
  device: string | undefined,
  password: string,
): Promise<Proven | undefined> {
  const { ctx } = visiting
  const buckets = passwordBuckets(visiting, username, device)
  const signIns = signInBucket(username)
  // Strangers wait for strangers, and not those whom the account knows for them.
  const queue = `${device === undefined ? 'account' : 'devices'}:${username.slice(0, 40)}`
  return inTurn(queue, async () => {
    await requireRoom(ctx, signIns)
    const look = () => findByPassword(ctx, username, password)
    const proven = await lookAtGuess(ctx, buckets, look)
    if (!proven) return undefined
    await takeAttempt(ctx, signIns.key, signIns)
    await releaseBrake(ctx, buckets.at(-1)!.key)
    return proven
  })
}

async function renderSignIn(
  server: AuthorizationServer,
  visiting: Visit,
  told: { username?: string; error?: string },
): Promise<string> {
  const page = (path: string) => samePage(server, visiting, path)
  return signInPage({
    action: page('/sign-in'),
    csrf: visiting.csrf,
    client: await askingClient(visiting),
    signUpUrl: page('/sign-up'),
    passkey: {
      optionsUrl: page('/sign-in/passkey/options'),
      verifyUrl: page('/sign-in/passkey/verify'),
    },
    wallet: {
      challengeUrl: page('/sign-in/wallet/challenge'),
      verifyUrl: page('/sign-in/wallet/verify'),
    },
    ...told,
  })
}
