// The page of the link "this was not me" in a notice, which locks the account.
import { recordAudit } from '../../domain/audit/audit.ts'
import { linkIsOver } from '../../domain/email/email-address.ts'
import { findClaimByToken } from '../../domain/recovery/claim-reader.ts'
import { findNotMeReport, lockAccount } from '../../domain/recovery/not-me-report.ts'
import type { Identity } from '../../tables.ts'
import { orCountFailure } from '../attempts.ts'
import {
  clearSessionCookie,
  formHandler,
  type BrowserSession,
  type PageHandler,
} from '../browser-session.ts'
import { linkUrl, tokenOf } from '../destination.ts'
import { field, form, hidden, INPUTS, usernameOfPassword, type FormProps } from '../form.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'

export const showNotMe: PageHandler = async (browserSession) => {
  const token = tokenOf(browserSession)
  const page = await renderNotMe(browserSession, token)
  if (page !== undefined) return page
  // A link that belongs to a claim leads to the page of the claim.
  if (!(await findClaimByToken(browserSession.ctx, token))) throw linkIsOver()
  return { to: linkUrl(browserSession.server, '/claim', token) }
}

export const submitNotMe = formHandler(async (browserSession, form) => {
  const { ctx, server } = browserSession
  const sent = form.get('token') ?? ''
  const locked = await orCountFailure(browserSession, () =>
    lockAccount(ctx, sent, form.get('password')),
  )
  if (locked) {
    clearSessionCookie(browserSession)
    return { to: linkUrl(server, locked.path, locked.token) }
  }
  const identityId = (await findNotMeReport(ctx, sent))?.id ?? null
  await recordAudit(ctx, { kind: 'recovery_refused', identityId })
  const error = 'That is not the password that the account had then.'
  const page = await renderNotMe(browserSession, sent, error)
  if (page === undefined) throw linkIsOver()
  return { page, status: 403 }
})

/** The page that reports "this was not me"; undefined if the link is over. */
async function renderNotMe(
  { csrf, ctx, server }: BrowserSession,
  token: string,
  error?: string,
): Promise<string | undefined> {
  const account = await findNotMeReport(ctx, token)
  if (!account) return undefined
  const { needsPassword, opens } = account
  const action = linkUrl(server, '/not-me', token)
  return notMePage({ action, csrf, token, account, opens, needsPassword, error })
}

const OPENS = [
  'Every sign-in ends, and every app is disconnected.',
  'The password stops working, and so does everything that could set another.',
  'You choose a new password at once, and which passkeys and wallets stay.',
]

/** The consequences of a link to an earlier address of the account. */
const LOCKS_ALONE = [
  'Every sign-in ends, every app is disconnected, and nobody can sign in.',
  'You get back in at once with something that you had before: a passkey, a wallet, your authenticator app, a recovery code, or the password if it is the same.',
  'Without such a thing you wait for seven days, because mail to this address does not show any more whose the account is. Everybody who knows the account hears of it and can object. Then an administrator decides.',
]

/** The consequences of a link whose claim a password has ended. */
const CONTESTS = [
  'Somebody entered the right password, so the account kept its other address.',
  'If you are the owner, enter the password that the account had then. Every sign-in ends, and nobody can sign in.',
  'Both of you know that password, so it opens nothing any more. If somebody objects within seven days, an administrator decides.',
]

interface NotMeProps extends FormProps {
  token: string
  account: Pick<Identity, 'username' | 'house'>
  /** Whether the link opens the account again at once. */
  opens: boolean
  /** Whether the link needs the password that ended its claim. */
  needsPassword: boolean
  /** The error of that password. */
  error?: string | undefined
}

function consequencesOf({ needsPassword, opens }: NotMeProps): readonly string[] {
  if (opens) return OPENS
  return needsPassword ? CONTESTS : LOCKS_ALONE
}

/** Renders the page that asks before locking, because programs that check mail open its links. */
export function notMePage(props: NotMeProps): string {
  const { account, action, csrf, error, needsPassword, token } = props
  const password = { name: 'password', label: 'Password', error, attributes: INPUTS.password }
  return page({
    title: 'Was this not you?',
    isRefused: error !== undefined,
    house: account.house,
    lead: html`Lock <strong>@${account.username}</strong>, and take it back.`,
    main: html`
      <ul class="wishes">
        ${consequencesOf(props).map((text) => html`<li>${text}</li>`)}
      </ul>
      ${form({ action, csrf, look: 'stack' }, [
        hidden('token', token),
        needsPassword ? [usernameOfPassword(account.username), field(password)] : '',
        html`<button class="primary">Lock my account</button>`,
      ])}
    `,
  })
}
