// The recovery codes of an account: how many are left, and new ones, which are shown once.
import { sectionUrl } from '../account/account-groups.ts'
import type { AccountProps } from '../account/account-props.ts'
import { confirmFirst } from '../account/confirm-first.ts'
import { notice } from '../field.ts'
import { form } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'

export const recovery = (props: AccountProps): Content => [left(props), replacement(props)]

const left = ({ recoveryCodes: { count } }: AccountProps): Html =>
  count === 0
    ? html`<p class="nothing">You have none.</p>`
    : html`<p>You have <strong>${count}</strong> ${count === 1 ? 'code' : 'codes'} left.</p>`

const replacement = ({ csrf, steppedUp, recoveryCodes }: AccountProps): Html => {
  const text = recoveryCodes.count === 0 ? 'Make recovery codes' : 'Replace them all'
  return steppedUp
    ? form({ action: '/account/recovery-codes', csrf }, html`<button>${text}</button>`)
    : confirmFirst('recovery', text)
}

interface FirstCodesProps {
  action: string
  csrf: string
  account: { username: string; house: string }
  /** The URL to continue at without codes. */
  onwards: string
}

/** Offers codes to somebody who has only a passkey. */
export function firstCodesPage({ account, action, csrf, onwards }: FirstCodesProps): string {
  const title = 'In case you lose your device'
  return page({
    title,
    house: account.house,
    main: html`
      <h1>${title}</h1>
      <p class="lead">
        Your passkey is the only way in to <strong>@${account.username}</strong>. Recovery codes,
        kept on paper, are another.
      </p>
      ${form({ action, csrf, look: 'stack' }, [
        html`<button class="primary">Make recovery codes</button>`,
      ])}
      <p class="aside"><a href="${onwards}">Later, on the account page</a></p>
    `,
  })
}

interface NewCodesProps {
  codes: readonly string[]
  account: { username: string; house: string }
  /** The second factor that was enabled together with the codes, if any. */
  after?: keyof typeof IS_ON
  /** The URL to continue at. */
  onwards?: string
}

const IS_ON = {
  totp: 'Your authenticator app is on.',
  'two-step': 'From now on, you also need your passkey.',
}

export function newCodesPage({ account, after, codes, onwards }: NewCodesProps): string {
  const title = 'Your recovery codes'
  return page({
    title,
    house: account.house,
    styles: ['account.css'],
    main: html`
      <h1>${title}</h1>
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
      <p>
        <a class="button" href="${onwards ?? sectionUrl('recovery')}">I have saved them</a>
      </p>
    `,
  })
}
