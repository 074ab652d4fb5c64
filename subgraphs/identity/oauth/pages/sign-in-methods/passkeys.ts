// The passkeys of an account.
import type { AccountProps } from '../account/account-props.ts'
import { field } from '../field.ts'
import { scriptedForm } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { rows } from '../rows.ts'
import { ago, day } from '../time.ts'

export const passkeys = (props: AccountProps): Content => [list(props), addition(props)]

const list = ({ actions, csrf, now, passkeys }: AccountProps): Html =>
  rows(
    passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      title: name,
      about: html`<p>
        Added ${day(createdAt)} ·
        ${lastUsedAt ? html`last used ${ago(lastUsedAt, now)}` : 'not used yet'}
      </p>`,
      end: { action: actions.removePasskey, csrf, id, text: 'Remove', what: `the passkey ${name}` },
    })),
    'You have no passkey yet.',
  )

const addition = (props: AccountProps): Content =>
  props.steppedUp
    ? additionForm(props)
    : html`<p>
        <a class="button" href="${props.actions.confirm}?for=passkeys">Add a passkey</a>
      </p>`

const additionForm = ({ csrf, passkey }: AccountProps): Content => [
  scriptedForm(
    {
      does: 'passkey-add',
      csrf,
      challengeUrl: passkey.optionsUrl,
      verifyUrl: passkey.verifyUrl,
    },
    [
      field({
        name: 'name',
        label: 'Name of a new passkey',
        hint: 'To know it again, e.g. Laptop.',
        attributes: html`type="text" autocomplete="off" maxlength="60" required`,
      }),
      html`<button>Add a passkey</button>`,
    ],
  ),
  html`<p class="nothing without">
    To add one, open this page in a browser that knows passkeys, with JavaScript on.
  </p>`,
]
