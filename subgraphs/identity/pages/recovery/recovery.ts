// The pages where somebody who has lost their password gets a link by mail, or uses a recovery code.
import { countMail } from '../../domain/mail/mail-limit.ts'
import { currentUsername } from '../../domain/people/username.ts'
import { redeemRecoveryCode, requestPasswordReset } from '../../domain/recovery/password-reset.ts'
import { checkGuess } from '../../domain/secrets/attempt-throttle.ts'
import { countForAddress } from '../../oauth/address-limit.ts'
import { recoveryBuckets } from '../attempts.ts'
import { formHandler, type BrowserSession, type PageHandler } from '../browser-session.ts'
import { linkUrl } from '../destination.ts'
import { errorNotice, field, form, INPUTS, usernameIn } from '../form.ts'
import { html, type Content } from '../html.ts'
import { page } from '../layout.ts'
import { noticePage } from '../notice-page.ts'

/** Limits requests from one network address, whether or not the person exists. */
const FROM_AN_ADDRESS = { max: 50, windowMs: 3_600_000 }

/** Without mail, only recovery codes are left. */
const TO_CODES = { to: '/recover/code' }

const offersMail = ({ server }: BrowserSession) => server.settings.mail !== undefined

export const showRecovery: PageHandler = (browserSession) =>
  offersMail(browserSession) ? recoveryPage(browserSession, {}) : TO_CODES

/** POST: requests a link, with the same response and work for every name. Only a worker looks up whom to write to. */
export const submitRecovery = formHandler(
  async (browserSession, form) => {
    if (!offersMail(browserSession)) return TO_CODES
    const { ctx } = browserSession
    const username = await currentUsername(ctx, usernameIn(form))
    await countForAddress(browserSession, 'recover', FROM_AN_ADDRESS)
    await countMail(ctx, `to-name:${username.slice(0, 40)}`)
    await requestPasswordReset(ctx, username)
    const text =
      'If there is an account with this username and it has a verified e-mail address, a link is on its way to it. It works for 30 minutes.'
    const links = [
      { href: '/sign-in', text: 'Back to sign-in' },
      { href: '/recover/code', text: 'Use a recovery code instead' },
    ] as const
    return noticePage({ title: 'Check your mail', text, links })
  },
  (browserSession, form, error) =>
    offersMail(browserSession)
      ? recoveryPage(browserSession, { username: usernameIn(form), error })
      : TO_CODES,
)

export const showRecoveryCode: PageHandler = (browserSession) => renderCode(browserSession, {})

export const submitRecoveryCode = formHandler(
  async (browserSession, form) => {
    const { ctx, server } = browserSession
    const typed = usernameIn(form)
    const username = await currentUsername(ctx, typed)
    const buckets = recoveryBuckets(browserSession)
    const code = form.get('code') ?? ''
    const token = await checkGuess(ctx, buckets, () => redeemRecoveryCode(ctx, username, code))
    if (token !== undefined) return { to: linkUrl(server, '/recover/password', token) }
    const shown = { username: typed, error: 'Wrong username or code.' }
    return { page: renderCode(browserSession, shown), status: 403 }
  },
  (browserSession, form, error) =>
    renderCode(browserSession, { username: usernameIn(form), error }),
)

const renderCode = (browserSession: BrowserSession, shown: Shown): string =>
  recoveryCodePage(browserSession, shown, offersMail(browserSession))

interface Shown {
  username?: string
  error?: string
}

export const recoveryPage = (
  { csrf }: Pick<BrowserSession, 'csrf'>,
  { error, username }: Shown,
): string =>
  page({
    title: 'Set a new password',
    isRefused: error !== undefined,
    lead: 'We send a link to the e-mail address of your account.',
    main: html`
      ${errorNotice(error)}
      ${form({ action: '/recover', csrf, look: 'stack' }, [
        usernameField(username),
        html`<button class="primary">Send the link</button>`,
      ])}
      <p class="aside">
        Have a recovery code, or a code of an administrator?
        <a href="/recover/code">Use a code</a>
      </p>
      ${back}
    `,
  })

export const recoveryCodePage = (
  { csrf }: Pick<BrowserSession, 'csrf'>,
  { error, username }: Shown,
  isMailAnother: boolean,
): string =>
  page({
    title: 'Use a recovery code',
    isRefused: error !== undefined,
    lead: 'One of the ten you kept, or the one an administrator gave you.',
    main: html`
      ${errorNotice(error)}
      ${form({ action: '/recover/code', csrf, look: 'stack' }, [
        usernameField(username),
        field({
          name: 'code',
          label: 'Code',
          hint: 'For example ABCD-1234-EFGH-5678. Each code works once.',
          attributes: INPUTS.oneTimeCode,
        }),
        html`<button class="primary">Continue</button>`,
      ])}
      ${isMailAnother ? html`<p class="aside"><a href="/recover">Get a link by mail</a></p>` : ''}
      ${back}
    `,
  })

const usernameField = (value: string | undefined): Content =>
  field({ name: 'username', label: 'Username', value, attributes: INPUTS.username })

const back = html`<p class="aside"><a href="/sign-in">Back to sign-in</a></p>`
