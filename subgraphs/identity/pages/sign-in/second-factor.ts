// The second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code, which is consumed.
import { forbidden } from '#foundation/domain/errors.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { checkGuess } from '../../domain/secrets/attempt-throttle.ts'
import {
  consumePendingSignIn,
  findPendingSignIn,
  type PendingIdentity,
} from '../../domain/sessions/pending-sign-in.ts'
import {
  findFactors,
  METHODS,
  withSecondFactor,
  type SecondFactor,
} from '../../domain/sessions/second-factor.ts'
import { spendRecoveryCode } from '../../domain/sign-in/recovery-code.ts'
import { proveTotpToSignIn } from '../../domain/sign-in/totp.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import type { Identity } from '../../tables.ts'
import { countFailure, recoveryBuckets } from '../attempts.ts'
import { formHandler, type BrowserSession, type PageHandler } from '../browser-session.ts'
import { knownDevice } from '../cookies.ts'
import { passkeyUrls, requestingClient, samePage, type ClientView } from '../destination.ts'
import { field, form, INPUTS, scriptedForm, type FormProps, type ScriptUrls } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { passkeyCalls } from '../sign-in-methods/passkey-proof.ts'
import { claimUrl, completeSignIn } from './complete-sign-in.ts'

export const showSecondFactor: PageHandler = async (browserSession) => {
  const pending = await findPendingSignIn(browserSession.ctx, browserSession.browser)
  if (!pending) return { to: samePage(browserSession, '/sign-in') }
  return renderSecondFactor(browserSession, pending)
}

export const submitSecondFactor = formHandler(async (browserSession, form) => {
  await requestingClient(browserSession)
  const pending = await findPendingSignIn(browserSession.ctx, browserSession.browser)
  if (!pending) return { to: samePage(browserSession, '/sign-in') }
  const to = await signInBy(browserSession, pending, form)
  if (to !== undefined) return { to }
  const field = form.has('recoveryCode') ? 'recoveryCode' : 'code'
  await recordRefusal(browserSession, pending, field === 'code' ? 'totp' : 'recovery_code')
  const errors = { [field]: 'Wrong code, or one that was used already.' }
  return { page: await renderSecondFactor(browserSession, pending, errors), status: 403 }
})

/** The URL to continue at; undefined for a wrong code. A right code is not consumed if somebody claims the account. */
async function signInBy(
  browserSession: BrowserSession,
  pending: PendingIdentity,
  form: Parameters,
): Promise<string | undefined> {
  try {
    const by = await provenBy(browserSession, pending, form)
    return by && (await finish(browserSession, pending, by))
  } catch (error) {
    const url = await claimUrl(browserSession, pending.identity.id, error)
    if (url === undefined) throw error
    return url
  }
}

/** The factor that a code proves; undefined for a wrong code. */
async function provenBy(
  browserSession: BrowserSession,
  { identity }: PendingIdentity,
  form: Parameters,
): Promise<SecondFactor | undefined> {
  const { browser, ctx, server } = browserSession
  const recoveryCode = form.get('recoveryCode')
  if (recoveryCode === undefined) {
    const owner = { identityId: identity.id, key: server.secret }
    const device = await knownDevice(browserSession, identity.username)
    const guesser = device === undefined ? 'stranger' : 'device'
    const isRight = await proveTotpToSignIn(ctx, owner, form.get('code') ?? '', guesser)
    return isRight ? 'totp' : undefined
  }
  const waiting = { browser, identityId: identity.id }
  return checkGuess(ctx, recoveryBuckets(browserSession), async () =>
    (await spendRecoveryCode(ctx, waiting, recoveryCode)) ? 'recovery_code' : undefined,
  )
}

export const SECOND_FACTOR_CALLS = passkeyCalls(
  '/sign-in/second-factor',
  async (browserSession) => {
    const pending = await requirePending(browserSession)
    const owner = pending.identity.id
    // Binds signatures to this sign-in of this person in this browser.
    return { pending, owner, asker: `second factor ${browserSession.browser}.${owner}` }
  },
  async (browserSession, passkey, { pending }) => {
    if (passkey?.identityId === pending.identity.id) {
      return finish(browserSession, pending, 'passkey')
    }
    await countFailure(browserSession)
    await recordRefusal(browserSession, pending, 'passkey')
    throw forbidden('This passkey does not belong to your account.', { reason: 'passkey' })
  },
)

/** The browser's pending sign-in. @throws INSUFFICIENT_PERMISSIONS if there is none */
async function requirePending({ browser, ctx }: BrowserSession): Promise<PendingIdentity> {
  const pending = await findPendingSignIn(ctx, browser)
  if (pending) return pending
  throw forbidden('This took too long. Sign in again.', { reason: 'session' })
}

/** Signs the person in, once. */
async function finish(
  browserSession: BrowserSession,
  { identity, method, passwordHash }: PendingIdentity,
  by: SecondFactor,
): Promise<string> {
  const { browser, ctx } = browserSession
  // A recovery code has already ended the pending sign-in.
  if (by !== 'recovery_code') await consumePendingSignIn(ctx, browser, identity.id)
  const proven = { id: identity.id, ...(passwordHash !== null && { passwordHash }) }
  const methods = withSecondFactor(METHODS[method], by)
  return completeSignIn(browserSession, proven, method, methods)
}

function recordRefusal({ ctx }: BrowserSession, { identity }: PendingIdentity, method: string) {
  const entry = { kind: 'sign_in_refused', identityId: identity.id } as const
  return recordAudit(ctx, { ...entry, details: { method, step: 'second_factor' } })
}

async function renderSecondFactor(
  browserSession: BrowserSession,
  { identity }: PendingIdentity,
  errors?: SecondFactorProps['errors'],
): Promise<string> {
  const { csrf, ctx } = browserSession
  const { totp, passkeys } = await findFactors(ctx, identity.id)
  return secondFactorPage({
    action: samePage(browserSession, '/sign-in/second-factor'),
    csrf,
    client: await requestingClient(browserSession),
    account: identity,
    totp,
    passkey: passkeys === 0 ? undefined : passkeyUrls(browserSession, '/sign-in/second-factor'),
    backUrl: samePage(browserSession, '/sign-in'),
    errors,
  })
}

interface SecondFactorProps extends FormProps {
  client: ClientView | undefined
  account: Pick<Identity, 'username' | 'house'>
  /** Whether the person has an authenticator app. */
  totp: boolean
  /** The URLs for a passkey, if the person has one. */
  passkey: ScriptUrls | undefined
  backUrl: string
  /** The error of the last attempt. */
  errors: { code?: string; recoveryCode?: string } | undefined
}

export function secondFactorPage(props: SecondFactorProps): string {
  const { account, client, errors, totp } = props
  const onwards = client
    ? html` to continue to <strong>${client.name}</strong> at
        <span class="host">${client.redirectHost}</span>`
    : ''
  return page({
    title: 'One more step',
    isRefused: errors !== undefined,
    house: account.house,
    scripts: ['passkey.js'],
    lead: html`Sign in as <strong>@${account.username}</strong>${onwards}`,
    main: html`
      ${totp ? [codeForms(props), passkeyForm(props)] : [passkeyForm(props), recoveryForm(props)]}
      <p class="aside"><a href="${props.backUrl}">Sign in as somebody else</a></p>
    `,
  })
}

const codeForms = (props: SecondFactorProps): Content => {
  const { action, csrf, errors } = props
  return [
    form({ action, csrf, look: 'stack' }, [
      field({
        name: 'code',
        label: 'Code from your authenticator app',
        hint: 'Six digits.',
        error: errors?.code,
        attributes: INPUTS.appCode,
      }),
      html`<button class="primary">Sign in</button>`,
    ]),
    html`<details class="instead" ${errors?.recoveryCode ? 'open' : ''}>
      <summary>Use a recovery code instead</summary>
      ${recoveryForm(props)}
    </details>`,
  ]
}

const recoveryForm = ({ action, csrf, errors }: SecondFactorProps): Html =>
  form({ action, csrf, look: 'stack' }, [
    field({
      name: 'recoveryCode',
      label: 'Recovery code',
      hint: 'One of the ten you kept. Each works once.',
      error: errors?.recoveryCode,
      attributes: html`type="text" autocomplete="off" autocapitalize="characters" spellcheck="false"
      maxlength="40" required`,
    }),
    html`<button>Use the code</button>`,
  ])

const passkeyForm = ({ csrf, passkey, totp }: SecondFactorProps): Content => {
  if (!passkey) return ''
  const button = html`<button class="${totp ? '' : 'primary'}">Use a passkey</button>`
  const offered = scriptedForm({ does: 'passkey-confirm', csrf, ...passkey }, button)
  const or = html`<p class="or">or</p>`
  return html`<div class="methods">${totp ? [or, offered] : [offered, or]}</div>`
}
