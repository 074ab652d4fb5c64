// The page that sets a new password, by a mailed link, a code or a claim.
import { findVerifiedEmailAddress, linkIsOver } from '../../domain/email/email-address.ts'
import { findClaim } from '../../domain/recovery/account-claim.ts'
import { resetPassword } from '../../domain/recovery/password-reset.ts'
import { findRecent } from '../../domain/recovery/recent-ways.ts'
import { findRemovable } from '../../domain/recovery/removable-ways.ts'
import { findPasswordReset, type RecoveringIdentity } from '../../domain/recovery/reset-link.ts'
import { consumeAttempt } from '../../domain/secrets/attempt-throttle.ts'
import { listPasskeys } from '../../domain/sign-in/passkey.ts'
import { findRecoveryCodes } from '../../domain/sign-in/recovery-code.ts'
import { findTotp } from '../../domain/sign-in/totp-set-up.ts'
import { listWallets } from '../../domain/wallets/wallet.ts'
import type { Identity } from '../../tables.ts'
import { asOwner } from '../account/as-person.ts'
import { countFailure } from '../attempts.ts'
import { awaitAll } from '../await-all.ts'
import {
  clearSessionCookie,
  outOfDateText,
  readFormOrOutOfDate,
  type BrowserSession,
  type PageHandler,
} from '../browser-session.ts'
import { tokenOf } from '../destination.ts'
import {
  errorNotice,
  fieldErrors,
  form,
  hidden,
  newPasswordField,
  usernameOfPassword,
  type FormProps,
} from '../form.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import { noticePage } from '../notice-page.ts'
import { moment } from '../time.ts'
import { isUndecided, keptWays, removedWays, waysToKeep, type KeptProps } from './kept-ways.ts'

/** Limits attempts with one link: each password is checked, and the last one hashed. */
const SUBMISSIONS = { max: 20, windowMs: 3_600_000 }

export const showNewPassword: PageHandler = async (browserSession) => {
  const token = tokenOf(browserSession)
  const identity = await findPasswordReset(browserSession.ctx, token)
  if (!identity) throw linkIsOver()
  return renderNewPassword(browserSession, identity, { token })
}

export const submitNewPassword: PageHandler = async (browserSession) => {
  const { ctx } = browserSession
  const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
  const token = form.get('token') ?? ''
  const identity = await findPasswordReset(ctx, token)
  if (!identity) {
    await countFailure(browserSession)
    throw linkIsOver()
  }
  const showAgain = async (shown: Pick<NewPasswordProps, 'error' | 'notice'>, status: number) => {
    const props = { token, keeping: form, ...shown }
    return { page: await renderNewPassword(browserSession, identity, props), status }
  }
  if (isOutOfDate) return showAgain({ notice: outOfDateText(browserSession) }, 403)
  await consumeAttempt(ctx, `new-passwords:${identity.id}`, SUBMISSIONS)
  const ways = { ...(await waysOf(browserSession, identity)), keeping: form }
  if (isUndecided(ways)) return showAgain({}, 400)
  const reset = { token, newPassword: form.get('newPassword') ?? '', kept: keptWays(form) }
  const refusal = await resetPassword(asOwner(ctx, identity), identity, reset).then(
    () => undefined,
    (error: unknown) => fieldErrors(error, { newPassword: 'The new password' }),
  )
  if (refusal) return showAgain({ error: refusal.errors.newPassword }, 400)
  clearSessionCookie(browserSession)
  const text = doneWords(removedWays(ways))
  const links = [{ href: '/sign-in', text: 'Sign in' }] as const
  return noticePage({ title: 'Your password is set', text, links })
}

function doneWords(removed: readonly string[]): string {
  const list = new Intl.ListFormat('en-GB').format(removed)
  return [
    'Every earlier sign-in has ended.',
    ...(removed.length > 0 ? [`What you did not keep is removed: ${list}.`] : []),
    'Sign in with the new password.',
  ].join(' ')
}

/**
 * The ways in that the person may keep. A claim keeps none that is newer than its cause. After a code, the person says
 * which address is the account's.
 */
async function waysOf(browserSession: BrowserSession, identity: RecoveringIdentity) {
  const ways = await allWaysOf(browserSession, identity)
  const claim = await findClaim(browserSession.ctx, identity.id)
  if (!claim) return ways
  if (!identity.byClaim) return { ...ways, claimAddress: claim.address }
  const isEarlier = (at: Date) => at < claim.causedAt
  const kept = only(ways, { passkey: isEarlier, wallet: isEarlier, recoveryCodes: isEarlier })
  return { ...ways, ...kept, claim, isLocked: false }
}

async function allWaysOf({ ctx }: BrowserSession, identity: RecoveringIdentity) {
  const { id, since } = identity
  const { email, mayRemove, recent, totp, wallets, ...found } = await awaitAll({
    mayRemove: findRemovable(ctx, identity),
    recent: findRecent(ctx, id),
    passkeys: listPasskeys(ctx, id),
    wallets: listWallets(asOwner(ctx, identity), { first: 100 }).then((list) => list.page()),
    recoveryCodes: findRecoveryCodes(ctx, id),
    email: findVerifiedEmailAddress(ctx, id),
    totp: findTotp(ctx, id),
  })
  const all = { ...found, wallets: wallets.nodes }
  const removable = only(all, mayRemove)
  return {
    now: ctx.now(),
    ...recent,
    ...removable,
    othersStay:
      removable.passkeys.length < all.passkeys.length ||
      removable.wallets.length < all.wallets.length ||
      removable.recoveryCodes.createdAt !== all.recoveryCodes.createdAt,
    // Neither is offered after a link that was mailed to the address.
    email: since ? email : undefined,
    app: since ? totp : undefined,
  }
}

/** The ways in that were added at a time that the rules allow. */
const only = (
  { passkeys, recoveryCodes, wallets }: Pick<KeptProps, 'passkeys' | 'recoveryCodes' | 'wallets'>,
  allows: Awaited<ReturnType<typeof findRemovable>>,
) => ({
  passkeys: passkeys.filter(({ createdAt }) => allows.passkey(createdAt)),
  wallets: wallets.filter(({ linkedAt }) => allows.wallet(linkedAt)),
  recoveryCodes:
    recoveryCodes.createdAt && allows.recoveryCodes(recoveryCodes.createdAt)
      ? recoveryCodes
      : { ...recoveryCodes, createdAt: null },
})

async function renderNewPassword(
  browserSession: BrowserSession,
  identity: RecoveringIdentity,
  shown: Pick<NewPasswordProps, 'token' | 'error' | 'notice' | 'keeping'>,
): Promise<string> {
  return newPasswordPage({
    // The token is also in the URL, so that a refused form leads back to its page.
    action: `/recover/password?${new URLSearchParams({ token: shown.token })}`,
    csrf: browserSession.csrf,
    account: identity,
    ...(await waysOf(browserSession, identity)),
    ...shown,
  })
}

interface NewPasswordProps extends FormProps, KeptProps {
  token: string
  account: Pick<Identity, 'username' | 'displayName' | 'house'>
  /** Whether the account has ways in that this recovery does not remove. */
  othersStay: boolean
  /** The claim that opened the account, if any. */
  claim?: { address: string; causedAt: Date } | undefined
  /** The error of the form as a whole. */
  notice?: string | undefined
  /** The error of the password. */
  error?: string | undefined
}

export function newPasswordPage(props: NewPasswordProps): string {
  const { account, action, claim, csrf, error, token } = props
  return page({
    title: 'Choose a new password',
    isRefused: props.keeping !== undefined,
    house: account.house,
    styles: ['account.css'],
    scripts: ['password.js'],
    lead: html`for <strong>@${account.username}</strong>. This signs you out everywhere.`,
    main: html`
      ${
        claim
          ? html`<p>
              <strong>${claim.address}</strong> becomes the address of the account again. Every way
              into the account that was added since ${moment(claim.causedAt)} is removed.
            </p>`
          : ''
      }
      ${errorNotice(props.notice)}
      ${form({ action, csrf, look: 'stack' }, [
        hidden('token', token),
        usernameOfPassword(account.username),
        hidden('displayName', account.displayName),
        newPasswordField({ name: 'newPassword', label: 'New password', error }),
        waysToKeep(props),
        props.othersStay ? othersStay : '',
        html`<button class="primary">Set the password</button>`,
      ])}
    `,
  })
}

const othersStay = html`<p>
  A link in a mail removes no passkey, wallet or recovery codes that are older than a week or serve
  as your second factor. <a href="/recover/code">A recovery code</a> does.
</p>`
