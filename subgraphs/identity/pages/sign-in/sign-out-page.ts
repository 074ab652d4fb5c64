// Asks before signing out, because a link on another site must not do it by itself.
import { form } from '../form.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import { houseSign } from '../marks.ts'

export interface SignOutProps {
  action: string
  csrf: string
  account: { displayName: string; username: string; house: string }
}

export function signOutPage({ action, csrf, account }: SignOutProps): string {
  return page({
    title: 'Sign out?',
    house: account.house,
    main: html`
      <h1>Sign out?</h1>
      <div class="person">
        ${houseSign(account.house)}
        <p>
          <strong>${account.displayName}</strong> <span class="handle">@${account.username}</span>
        </p>
      </div>
      ${form({ action, csrf, look: 'stack' }, html`<button class="primary">Sign out</button>`)}
      <p class="aside">
        Apps that you use in this browser are signed out, too. Devices stay connected.
      </p>
    `,
  })
}
