// Signing in with username and password.
import { recordAudit } from '../../domain/audit/audit.ts'
import {
  checkGuess,
  clearAttempts,
  requireAttemptsLeft,
  consumeAttempt,
} from '../../domain/secrets/attempt-throttle.ts'
import { findByPassword, type Proven } from '../../domain/sign-in/password.ts'
import { findIdByUsername } from '../../domain/people/profile.ts'
import { runInPasswordQueue } from '../../domain/sign-in/password-queue.ts'
import { currentUsername } from '../../domain/people/username.ts'
import { signInPage } from './sign-in-page.ts'
import { passwordBuckets, signInBucket } from '../attempts.ts'
import {
  laterDestination,
  passkeyUrls,
  requestingClient,
  samePage,
  walletUrls,
  wantedVerification,
} from '../destination.ts'
import { knownDevice } from '../known-device-cookie.ts'
import { passFirstFactor } from './first-factor.ts'
import { hintedName } from './login-hint.ts'
import { sendPage } from '../page.ts'
import { outOfDateText, readFormOrOutOfDate, type BrowserSession } from '../browser-session.ts'

export async function showSignIn(browserSession: BrowserSession): Promise<void> {
  sendPage(browserSession.res, await renderSignIn(browserSession, {}))
}

export async function submitSignIn(browserSession: BrowserSession): Promise<void> {
  const { ctx, res } = browserSession
  const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
  const typed = (form.get('username') ?? '').trim().toLowerCase()
  if (isOutOfDate) {
    const error = outOfDateText(browserSession)
    sendPage(res, await renderSignIn(browserSession, { username: typed, error }), 403)
    return
  }
  // Validates the app's request first: an invalid one is refused before the person signs in.
  await requestingClient(browserSession)
  // An old username belongs to the same account and gives no further guesses.
  const username = await currentUsername(ctx, typed)
  const device = await knownDevice(browserSession, username)
  const password = form.get('password') ?? ''
  const proven = await provenBy(browserSession, username, device, password)
  if (!proven) {
    // Records the account rather than the input: people type passwords into this field.
    const identityId = await findIdByUsername(ctx, username)
    const entry = {
      kind: 'sign_in_refused',
      identityId,
      details: { method: 'password' },
    } as const
    await recordAudit(ctx, entry)
    const error = 'Wrong username or password.'
    sendPage(res, await renderSignIn(browserSession, { username: typed, error }), 403)
    return
  }
  res.redirect(303, await passFirstFactor(browserSession, proven, 'password'))
}

/**
 * The person with that password; undefined if it is wrong. @throws RATE_LIMIT_EXCEEDED after too many wrong or
 * right ones, or too many at once
 */
function provenBy(
  browserSession: BrowserSession,
  username: string,
  device: string | undefined,
  password: string,
): Promise<Proven | undefined> {
  const { ctx } = browserSession
  const buckets = passwordBuckets(browserSession, username, device)
  const signIns = signInBucket(username)
  // Unknown devices have a separate queue, so that they do not delay known ones.
  const queue = `${device === undefined ? 'account' : 'devices'}:${username.slice(0, 40)}`
  return runInPasswordQueue(queue, async () => {
    await requireAttemptsLeft(ctx, signIns)
    const look = () => findByPassword(ctx, username, password)
    const proven = await checkGuess(ctx, buckets, look)
    if (!proven) return undefined
    await consumeAttempt(ctx, signIns.key, signIns)
    await clearAttempts(ctx, buckets.at(-1)!.key)
    return proven
  })
}

async function renderSignIn(
  browserSession: BrowserSession,
  shown: { username?: string; error?: string },
): Promise<string> {
  const { signedIn } = browserSession
  const username = shown.username ?? (await hintedName(browserSession))
  return signInPage({
    action: samePage(browserSession, '/sign-in'),
    csrf: browserSession.csrf,
    client: await requestingClient(browserSession),
    verification: await wantedVerification(browserSession),
    signUpUrl: samePage(browserSession, '/sign-up'),
    already:
      shown.error !== undefined && signedIn
        ? { ...signedIn.identity, url: laterDestination(browserSession) }
        : undefined,
    passkey: passkeyUrls(browserSession, '/sign-in'),
    wallet: walletUrls(browserSession, '/sign-in'),
    ...shown,
    username,
  })
}
