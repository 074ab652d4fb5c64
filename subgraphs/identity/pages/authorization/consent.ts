// The consent page: a person allows an app everything that it requests, or nothing.
import type { IdentityContext } from '../../context.ts'
import { findVerifiedEmailAddress } from '../../domain/email/email-address.ts'
import { consentedScopes } from '../../domain/grants/consent.ts'
import type { AuthorizationResult } from '../../oauth/authorization-result.ts'
import { runChecks } from '../../oauth/checks/run-checks.ts'
import { denyAccess, grantAccess, type Authorization } from '../../oauth/endpoints/grant-access.ts'
import { continueOrRefuse, readPendingRequest } from '../../oauth/pending-request.ts'
import type { Identity } from '../../tables.ts'
import { formHandler, readForm, type PageHandler } from '../browser-session.ts'
import { clientView, samePage, type ClientView } from '../destination.ts'
import { form, type FormProps } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { houseSign, warningSign } from '../marks.ts'
import { signOut } from '../sign-in/sign-out.ts'
import { responseTo } from './client-response.ts'
import { scopeWords } from './scope-words.ts'

export const showConsent: PageHandler = async (browserSession) => {
  const pending = await readPendingRequest(browserSession)
  const { sent } = pending
  const response = await continueOrRefuse(browserSession, pending, async (authorization) => {
    const checked = await runChecks('consent page', { ...browserSession, authorization, sent })
    if (typeof checked === 'string') return checked
    const { csrf, ctx, signedIn } = checked
    const { client, scopes } = authorization
    const { identity } = signedIn
    const allowed = await consentedScopes(ctx, identity.id, client.id)
    const shown = consentPage({
      action: samePage(browserSession, '/consent'),
      switchAction: samePage(browserSession, '/consent/switch'),
      csrf,
      client: clientView(authorization),
      scopes: await consentScopes(ctx, identity.id, { names: scopes, allowed }),
      account: identity,
    })
    return { page: shown, status: 200 }
  })
  return responseTo(browserSession, response, sent)
}

export const submitConsent: PageHandler = async (browserSession) => {
  const pending = await readPendingRequest(browserSession)
  const { sent } = pending
  const form = await readForm(browserSession)
  const result = await continueOrRefuse(browserSession, pending, (authorization) =>
    decide({ ...browserSession, authorization, sent }, form.get('decision')),
  )
  return responseTo(browserSession, result, sent)
}

/** POST: signs out and starts another sign-in for the same request. */
export const switchAccount = formHandler(async (browserSession) => {
  await signOut(browserSession)
  return { to: samePage(browserSession, '/sign-in') }
})

async function decide(
  request: Authorization,
  decision: string | undefined,
): Promise<AuthorizationResult> {
  const checked = await runChecks('consent form', request)
  if (typeof checked === 'string') return checked
  return decision === 'allow' ? grantAccess(checked) : denyAccess(checked)
}

interface ConsentScope {
  name: string
  /** Text from `SCOPE_WORDS`. */
  words: string
  /** True if the person has not allowed it to this app before. */
  isNew: boolean
}

/**
 * Describes scopes; `allowed` are those that the person has allowed before. The scope of the e-mail address shows the
 * address.
 */
export async function consentScopes(
  ctx: IdentityContext,
  identityId: string,
  { names, allowed }: { names: readonly string[]; allowed: readonly string[] },
): Promise<ConsentScope[]> {
  const email = names.includes('email')
    ? await findVerifiedEmailAddress(ctx, identityId)
    : undefined
  return names.map((name) => ({
    name,
    words: name === 'email' && email ? `${scopeWords(name)}: ${email.address}` : scopeWords(name),
    isNew: !allowed.includes(name),
  }))
}

export interface ConsentProps extends FormProps {
  /** The URL that ends this session and starts another sign-in. */
  switchAction: string
  client: ClientView
  scopes: readonly ConsentScope[]
  account: Pick<Identity, 'displayName' | 'username' | 'house'>
}

export const consentPage = (props: ConsentProps): string =>
  page({
    title: `Allow ${props.client.name}?`,
    heading: html`Allow <span class="client">${props.client.name}</span>?`,
    house: props.account.house,
    main: html`
      ${who(props)} ${scopeLists(props.scopes)} ${props.scopes.some(isAdmin) ? adminWarning : ''}
      ${decision(props)}
      <p class="aside">
        Either way you continue to <span class="host">${props.client.redirectHost}</span>. You can
        withdraw your consent on your account page.
      </p>
    `,
  })

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
export function scopeLists(scopes: readonly ConsentScope[]): Content {
  const fresh = scopes.filter(({ isNew }) => isNew)
  const known = scopes.filter(({ isNew }) => !isNew)
  if (known.length === 0) return scopeList('It wants to', fresh)
  if (fresh.length === 0) return scopeList('You have allowed it to', known)
  return [scopeList('New: it also wants to', fresh), scopeList('You have allowed it to', known)]
}

const scopeList = (title: string, scopes: readonly ConsentScope[]): Html => html`
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

/** The form that takes `decision=allow` or `decision=deny`. */
export const decision = ({ action, csrf }: FormProps, more: Content = ''): Html =>
  form({ action, csrf, look: 'stack' }, [
    more,
    html`<div class="decision">
      <button class="primary" name="decision" value="allow">Allow</button>
      <button name="decision" value="deny">Deny</button>
    </div>`,
  ])
