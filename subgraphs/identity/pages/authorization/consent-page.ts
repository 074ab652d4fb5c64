// The consent page: a person allows an app everything that it requests, or nothing.
import { form } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { houseSign, warningSign } from '../marks.ts'
import type { ClientView } from '../sign-in/sign-in-page.ts'

export interface ConsentScope {
  name: string
  /** Text from `SCOPE_WORDS`. */
  words: string
  /** True if the person has not allowed it to this app before. */
  isNew: boolean
}

export interface ConsentProps {
  /** The URL that takes `decision=allow` or `decision=deny`. */
  action: string
  /** The URL that ends this session and starts another sign-in. */
  switchAction: string
  csrf: string
  client: ClientView
  scopes: readonly ConsentScope[]
  account: { displayName: string; username: string; house: string }
}

export function consentPage(props: ConsentProps): string {
  const { client, account, scopes } = props
  return page({
    title: `Allow ${client.name}?`,
    house: account.house,
    main: html`
      <h1>Allow <span class="client">${client.name}</span>?</h1>
      ${who(props)} ${wishes(scopes)} ${scopes.some(isAdmin) ? adminWarning : ''} ${decision(props)}
      <p class="aside">
        Either way you continue to <span class="host">${client.redirectHost}</span>. You can
        withdraw your consent on your account page.
      </p>
    `,
  })
}

const isAdmin = ({ name }: ConsentScope) => name === 'admin'

export const who = ({
  account,
  switchAction,
  csrf,
}: Pick<ConsentProps, 'account' | 'switchAction' | 'csrf'>): Html =>
  html`<div class="person">
    ${houseSign(account.house)}
    <p><strong>${account.displayName}</strong> <span class="handle">@${account.username}</span></p>
    ${form({ action: switchAction, csrf }, [
      html`<span>Not you?</span> <button class="link">Use another account</button>`,
    ])}
  </div>`

/** The lists of scopes, new ones first. At the first consent there is only one list. */
export function wishes(scopes: readonly ConsentScope[]): Content {
  const fresh = scopes.filter(({ isNew }) => isNew)
  const known = scopes.filter(({ isNew }) => !isNew)
  if (known.length === 0) return wishList('It wants to', fresh)
  if (fresh.length === 0) return wishList('You have allowed it to', known)
  return [wishList('New: it also wants to', fresh), wishList('You have allowed it to', known)]
}

const wishList = (title: string, scopes: readonly ConsentScope[]): Html => html`
  <h2>${title}</h2>
  <ul class="wishes">
    ${scopes.map(
      (scope) =>
        html`<li class="${isAdmin(scope) ? 'grave' : ''}">
          ${scope.words} <code>${scope.name}</code>
        </li>`,
    )}
  </ul>
`

const adminWarning = html`<div class="warning">
  ${warningSign}
  <p>
    <strong>These are an administrator’s rights.</strong> Whoever has this app in hand can change
    what belongs to everybody, and get into any account. Allow it only if you run it yourself or
    trust who does.
  </p>
</div>`

const decision = ({ action, csrf }: ConsentProps): Html =>
  form({ action, csrf, look: 'stack' }, [
    html`<div class="decision">
      <button class="primary" name="decision" value="allow">Allow</button>
      <button name="decision" value="deny">Deny</button>
    </div>`,
  ])
