// The sign-in page, with three methods: password, passkey and wallet. The first needs no script.
import { forbidden } from '#foundation/domain/errors.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { findIdByUsername } from '../../domain/people/profile.ts'
import { currentUsername } from '../../domain/people/username.ts'
import {
  checkGuess,
  clearAttempts,
  consumeAttempt,
  requireAttemptsLeft,
} from '../../domain/secrets/attempt-throttle.ts'
import { findByPassword, type Proven } from '../../domain/sign-in/password.ts'
import { runInPasswordQueue } from '../../domain/sign-in/password-queue.ts'
import type { Identity } from '../../tables.ts'
import { countFailure, passwordBuckets, signInBucket } from '../attempts.ts'
import { formHandler, type BrowserSession } from '../browser-session.ts'
import { knownDevice } from '../cookies.ts'
import {
  laterDestination,
  passkeyUrls,
  requestingClient,
  samePage,
  walletUrls,
  wantedVerification,
  type ClientView,
} from '../destination.ts'
import {
  errorNotice,
  field,
  form,
  INPUTS,
  scriptedForm,
  usernameIn,
  type FormProps,
  type ScriptUrls,
} from '../form.ts'
import { html, type Content } from '../html.ts'
import { page } from '../layout.ts'
import { passkeyCalls } from '../sign-in-methods/passkey-proof.ts'
import { walletCalls } from '../sign-in-methods/wallet-proof.ts'
import { completeSignIn, passFirstFactor } from './complete-sign-in.ts'
import { hintedName } from './login-hint.ts'

export const showSignIn = (browserSession: BrowserSession) => renderSignIn(browserSession, {})

export const submitSignIn = formHandler(
  async (browserSession, form) => {
    const { ctx } = browserSession
    const typed = usernameIn(form)
    // Validates the app's request first: an invalid one is refused before the person signs in.
    await requestingClient(browserSession)
    // An old username belongs to the same account and gives no further guesses.
    const username = await currentUsername(ctx, typed)
    const device = await knownDevice(browserSession, username)
    const password = form.get('password') ?? ''
    const proven = await provenBy(browserSession, username, device, password)
    if (proven) return { to: await passFirstFactor(browserSession, proven, 'password') }
    // Records the account rather than the input: people type passwords into this field.
    const identityId = await findIdByUsername(ctx, username)
    const details = { method: 'password' }
    await recordAudit(ctx, { kind: 'sign_in_refused', identityId, details })
    const error = 'Wrong username or password.'
    return { page: await renderSignIn(browserSession, { username: typed, error }), status: 403 }
  },
  (browserSession, form, error) =>
    renderSignIn(browserSession, { username: usernameIn(form), error }),
)

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

/** The script calls that sign in with a passkey or a wallet. */
export const SIGN_IN_CALLS = {
  ...passkeyCalls(
    '/sign-in',
    ({ browser }) => ({ asker: browser }),
    async (browserSession, passkey) => {
      const person = await ownerOf(browserSession, 'passkey', passkey)
      return completeSignIn(browserSession, person, 'passkey')
    },
  ),
  ...walletCalls(
    '/sign-in',
    ({ browser }) => browser,
    async (browserSession, wallet) => {
      const person = await ownerOf(browserSession, 'wallet', wallet)
      return passFirstFactor(browserSession, person, 'wallet')
    },
  ),
}

/** The owner of a proven passkey or wallet. @throws INSUFFICIENT_PERMISSIONS if it signs nobody in */
async function ownerOf(
  browserSession: BrowserSession,
  method: 'passkey' | 'wallet',
  proven: { identityId: string } | undefined,
): Promise<Identity> {
  const { ctx } = browserSession
  const person = proven && (await ctx.loaders.identity.load(proven.identityId))
  if (person && person.disabledAt === null) return person
  await countFailure(browserSession)
  await recordAudit(ctx, { kind: 'sign_in_refused', details: { method } })
  throw forbidden(`This ${method} cannot sign in to any account here.`, { reason: method })
}

async function renderSignIn(
  browserSession: BrowserSession,
  shown: Pick<SignInProps, 'username' | 'error'>,
): Promise<string> {
  const { csrf, signedIn } = browserSession
  const username = shown.username ?? (await hintedName(browserSession))
  return signInPage({
    action: samePage(browserSession, '/sign-in'),
    csrf,
    client: await requestingClient(browserSession),
    verification: await wantedVerification(browserSession),
    signUpUrl: samePage(browserSession, '/sign-up'),
    already:
      shown.error !== undefined && signedIn
        ? { ...signedIn.identity, url: laterDestination(browserSession) }
        : undefined,
    passkey: passkeyUrls(browserSession, '/sign-in'),
    wallet: walletUrls(browserSession, '/sign-in'),
    error: shown.error,
    username,
  })
}

export interface SignInProps extends FormProps {
  /** The app that sent the person, if any. */
  client?: ClientView | undefined
  /** The mailed link that sent the person, if any. */
  verification?: { address: string; username: string } | undefined
  username?: string | undefined
  /** The error of the last attempt. */
  error?: string | undefined
  /** The person who is already signed in when an attempt fails, and where they can continue. */
  already?: { username: string; url: string } | undefined
  signUpUrl: string
  passkey: ScriptUrls
  wallet: ScriptUrls
}

export const signInPage = (props: SignInProps): string => {
  const { already, csrf, error, passkey, wallet } = props
  return page({
    title: 'Sign in',
    isRefused: error !== undefined,
    scripts: ['passkey.js', 'wallet.js', 'password.js'],
    lead: lead(props),
    main: html`
      ${errorNotice(error)}
      ${
        already
          ? html`<p>
              <a class="button" href="${already.url}">Continue as @${already.username}</a>
            </p>`
          : ''
      }
      ${passwordForm(props)}
      <div class="methods">
        <p class="or">or</p>
        ${scriptedForm(
          { does: 'passkey-sign-in', csrf, ...passkey },
          html`<button>Use a passkey</button>`,
        )}
        ${scriptedForm({ does: 'wallet', csrf, ...wallet }, html`<button>Use a wallet</button>`)}
      </div>
      <p class="aside"><a href="/recover">Forgot your password?</a></p>
      <p class="aside">New here? <a href="${props.signUpUrl}">Create an account</a></p>
    `,
  })
}

function lead({ client, verification }: SignInProps): Content {
  if (client) {
    return html`to continue to <strong>${client.name}</strong> at
      <span class="host">${client.redirectHost}</span>`
  }
  if (!verification) return 'to see and change your account'
  const { address, username } = verification
  return html`as <strong>@${username}</strong>, to verify that <strong>${address}</strong> is yours`
}

const passwordForm = ({ action, csrf, username }: SignInProps) =>
  form({ action, csrf, look: 'stack' }, [
    field({
      name: 'username',
      label: 'Username',
      value: username,
      hint: username?.includes('@')
        ? 'You sign in with your username, not with an e-mail address.'
        : undefined,
      attributes: html`type="text" autocomplete="username webauthn" autocapitalize="none"
      spellcheck="false" maxlength="30" required`,
    }),
    field({ name: 'password', label: 'Password', attributes: INPUTS.password }),
    html`<button class="primary">Sign in</button>`,
  ])
