// The passkeys of an account: the list, and adding one (Web Authentication, section 7.1).
import { refuseIssues, visibleTextIssues } from '#foundation/domain/bounds.ts'
import { addPasskey, listPasskeys } from '../../domain/sign-in/passkey.ts'
import { rememberChallenge } from '../../domain/sign-in/passkey-challenge.ts'
import { sectionUrl } from '../account/account-groups.ts'
import type { AccountProps } from '../account/account-props.ts'
import { sensitive, steppedUp } from '../account/step-up.ts'
import { countChallenge } from '../attempts.ts'
import {
  setSessionCookie,
  type BrowserSession,
  type SignedInBrowserSession,
} from '../browser-session.ts'
import { field, form, scriptedForm } from '../form.ts'
import { html, type Content } from '../html.ts'
import { rowButton, rows } from '../rows.ts'
import { textOf, type ScriptBody } from '../script-call.ts'
import { ago, day } from '../time.ts'
import { creationOptions, registered } from './passkey-creation.ts'

export async function passkeyAddOptions(unchecked: BrowserSession) {
  const browserSession = await steppedUp(unchecked)
  await countChallenge(browserSession, 'passkey')
  const { ctx, server, signedIn } = browserSession
  const known = await listPasskeys(ctx, signedIn.identity.id)
  const options = await creationOptions(server, signedIn.identity, known)
  await rememberChallenge(ctx, addingIn(browserSession), options.challenge)
  return { options }
}

export async function addNewPasskey(unchecked: BrowserSession, body: ScriptBody) {
  const browserSession = await steppedUp(unchecked)
  const { ctx, server, signedIn } = browserSession
  const name = textOf(body, 'name').trim()
  refuseIssues(visibleTextIssues('name', name, 60))
  const made = await registered(browserSession, body.credential, addingIn(browserSession))
  const passkey = { ...made, identityId: signedIn.identity.id, name }
  setSessionCookie(browserSession, await addPasskey(ctx, passkey, signedIn.session))
  return { location: server.issuer + sectionUrl('passkeys', 'passkey-added') }
}

/** The requester of a challenge to add a passkey: one session, not another in the same browser. */
function addingIn({ browser, signedIn }: SignedInBrowserSession): string {
  return `${browser}.${signedIn.session.id}`
}

export const passkeys = (props: AccountProps): Content => [
  rows(
    props.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      title: name,
      about: html`<p>
        Added ${day(createdAt)} ·
        ${lastUsedAt ? html`last used ${ago(lastUsedAt, props.now)}` : 'not used yet'}
      </p>`,
      end: form(
        { action: '/account/passkeys/remove', csrf: props.csrf, id },
        rowButton('Remove', `the passkey ${name}`),
      ),
    })),
    'You have no passkey yet.',
  ),
  sensitive(props, 'passkeys', 'Add a passkey', () => additionForm(props.csrf)),
]

const URLS = { challengeUrl: '/account/passkeys/options', verifyUrl: '/account/passkeys/add' }

const additionForm = (csrf: string): Content => [
  scriptedForm({ does: 'passkey-add', csrf, ...URLS }, [
    field({
      name: 'name',
      label: 'Name of a new passkey',
      hint: 'To know it again, e.g. Laptop.',
      attributes: html`type="text" autocomplete="off" maxlength="60" required`,
    }),
    html`<button>Add a passkey</button>`,
  ]),
  html`<p class="nothing without">
    To add one, open this page in a browser that knows passkeys, with JavaScript on.
  </p>`,
]
