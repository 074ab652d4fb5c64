// Signing in with username and password.
import type { RequestHandler } from 'express'
import { addressPrincipal } from '#foundation/rate-limit.ts'
import { recordAudit } from '../../domain/audit.ts'
import { releaseBrake, takeAttempt } from '../../domain/brake.ts'
import { findByPassword } from '../../domain/password.ts'
import { findIdByUsername } from '../../domain/profile.ts'
import { currentUsername } from '../../domain/username.ts'
import { signInPage } from '../pages/sign-in.ts'
import { handler, type AuthorizationServer } from '../server.ts'
import { askingClient, destination, samePage } from './destination.ts'
import { sendPage } from './page.ts'
import { readForm, signIn, visit, type Visit } from './visit.ts'

/** Guesses at one account, from wherever they come. */
const AN_ACCOUNT = { most: 10, windowMs: 15 * 60_000 }
/** Guesses from one address, at whatever account and door. */
const AN_ADDRESS = { most: 100, windowMs: 15 * 60_000 }

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
    const account = `account:${username.slice(0, 40)}`
    await takeAttemptOfAddress(visiting)
    await takeAttempt(ctx, account, AN_ACCOUNT)
    const proven = await findByPassword(ctx, username, form.get('password') ?? '')
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
    await releaseBrake(ctx, account)
    const session = await signIn(server, visiting, proven, 'password')
    res.redirect(303, destination(server, visiting, session))
  })
}

/** @throws RATE_LIMIT_EXCEEDED: whoever tries one password on every account */
export async function takeAttemptOfAddress({ ctx, req }: Visit): Promise<void> {
  await takeAttempt(ctx, `address:${addressPrincipal(req.ip ?? '')}`, AN_ADDRESS)
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
