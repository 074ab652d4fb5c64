// The recovery codes of an account: how many are left, and new ones, which are shown only in one response.
import { isRecentSignIn } from '#foundation/auth/authentication-context.ts'
import { forbidden } from '#foundation/domain/errors.ts'
import {
  createFirstRecoveryCodes,
  findRecoveryCodes,
  replaceRecoveryCodes,
} from '../../domain/sign-in/recovery-code.ts'
import type { Identity } from '../../tables.ts'
import { sectionUrl } from '../account/account-groups.ts'
import type { AccountProps } from '../account/account-props.ts'
import { afterStepUp, sensitive } from '../account/step-up.ts'
import { countChange } from '../attempts.ts'
import {
  formHandler,
  type BrowserSession,
  type PageHandler,
  type SignedInBrowserSession,
} from '../browser-session.ts'
import { laterDestination, samePage } from '../destination.ts'
import { form, notice } from '../form.ts'
import { html, type Content } from '../html.ts'
import { page } from '../layout.ts'
import { requireSignIn } from '../script-call.ts'

export const recovery = (props: AccountProps): Content => {
  const { count } = props.recoveryCodes
  const text = count === 0 ? 'Make recovery codes' : 'Replace them all'
  return [
    count === 0
      ? html`<p class="nothing">You have none.</p>`
      : html`<p>You have <strong>${count}</strong> ${count === 1 ? 'code' : 'codes'} left.</p>`,
    sensitive(props, 'recovery', text, () =>
      form({ action: '/account/recovery-codes', csrf: props.csrf }, html`<button>${text}</button>`),
    ),
  ]
}

export const submitRecoveryCodes = formHandler((unchecked) =>
  afterStepUp(unchecked, 'recovery', async (browserSession) => {
    await countChange(browserSession)
    const { identity, session } = browserSession.signedIn
    const codes = await replaceRecoveryCodes(browserSession.ctx, identity.id, session)
    return newCodesPage({ codes, account: identity })
  }),
)

/** Offers codes to somebody who has just signed up with a passkey, and has only that. */
export const showFirstCodes: PageHandler = async (browserSession) => {
  requireFresh(browserSession)
  const { csrf, ctx, signedIn } = browserSession
  const { house, id, username } = signedIn.identity
  const { count } = await findRecoveryCodes(ctx, id)
  const onwards = laterDestination(browserSession)
  if (count > 0) return { to: onwards }
  const action = samePage(browserSession, '/sign-up/recovery-codes')
  return page({
    title: 'In case you lose your device',
    house,
    lead: html`Your passkey is the only way in to <strong>@${username}</strong>. Recovery codes,
      kept on paper, are another.`,
    main: html`
      ${form(
        { action, csrf, look: 'stack' },
        html`<button class="primary">Make recovery codes</button>`,
      )}
      <p class="aside"><a href="${onwards}">Later, on the account page</a></p>
    `,
  })
}

export const submitFirstCodes = formHandler(async (browserSession) => {
  requireFresh(browserSession)
  const { ctx, signedIn } = browserSession
  const onwards = laterDestination(browserSession)
  const codes = await createFirstRecoveryCodes(ctx, signedIn.session)
  return newCodesPage({ codes, account: signedIn.identity, onwards })
})

/** Throws unless a passkey has just signed somebody in. @throws INSUFFICIENT_PERMISSIONS */
function requireFresh(
  browserSession: BrowserSession,
): asserts browserSession is SignedInBrowserSession {
  requireSignIn(browserSession)
  const { method, signedInAt } = browserSession.signedIn.session
  const isRecent = isRecentSignIn(signedInAt.getTime(), browserSession.ctx.now())
  if (method === 'passkey' && isRecent) return
  throw forbidden('Make recovery codes on your account page.', { reason: 'recent_sign_in' })
}

interface NewCodesProps {
  codes: readonly string[]
  account: Pick<Identity, 'username' | 'house'>
  /** The second factor that was enabled together with the codes, if any. */
  after?: keyof typeof IS_ON
  /** The URL to continue at. */
  onwards?: string
}

const IS_ON = {
  totp: 'Your authenticator app is on.',
  'two-step': 'From now on, you also need your passkey.',
}

export const newCodesPage = ({ account, after, codes, onwards }: NewCodesProps): string =>
  page({
    title: 'Your recovery codes',
    house: account.house,
    styles: ['account.css'],
    main: html`
      ${after ? notice({ kind: 'done', text: IS_ON[after] }) : ''}
      <p class="lead">
        Print them, or keep them where you keep passwords. They are shown only now. Each works once,
        in place of your second factor, or to set a new password for
        <strong>@${account.username}</strong>: one of them alone opens the account, second factor
        included.
      </p>
      <ol class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ol>
      <p><a class="button" href="${onwards ?? sectionUrl('recovery')}">I have saved them</a></p>
    `,
  })
