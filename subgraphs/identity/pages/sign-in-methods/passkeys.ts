// The passkeys of an account.
import type { AccountProps } from '../account/account-props.ts'
import { confirmFirst } from '../account/confirm-first.ts'
import { field } from '../field.ts'
import { scriptedForm } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { rows } from '../rows.ts'
import { ago, day } from '../time.ts'

export const passkeys = (props: AccountProps): Content => [list(props), addition(props)]

const list = ({ csrf, now, passkeys }: AccountProps): Html =>
  rows(
    passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      title: name,
      about: html`<p>
        Added ${day(createdAt)} ·
        ${lastUsedAt ? html`last used ${ago(lastUsedAt, now)}` : 'not used yet'}
      </p>`,
      end: {
        action: '/account/passkeys/remove',
        csrf,
        id,
        text: 'Remove',
        what: `the passkey ${name}`,
      },
    })),
    'You have no passkey yet.',
  )

const addition = (props: AccountProps): Content =>
  props.steppedUp ? additionForm(props.csrf) : confirmFirst('passkeys', 'Add a passkey')

const ADDITION_URLS = {
  challengeUrl: '/account/passkeys/options',
  verifyUrl: '/account/passkeys/add',
}

const additionForm = (csrf: string): Content => [
  scriptedForm({ does: 'passkey-add', csrf, ...ADDITION_URLS }, [
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
