// The passkeys of an account.
import type { AccountProps } from './account.ts'
import { field } from './field.ts'
import { scriptedForm } from './form.ts'
import { html, type Content } from './html.ts'
import { rows } from './rows.ts'
import { ago, day } from './time.ts'

export interface PasskeyView {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export const passkeys = ({ actions, csrf, now, ...props }: AccountProps): Content => [
  rows(
    props.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      title: name,
      lines: [
        html`Added ${day(createdAt)} ·
        ${lastUsedAt ? html`last used ${ago(lastUsedAt, now)}` : 'not used yet'}`,
      ],
      end: { action: actions.removePasskey, csrf, id, text: 'Remove', what: `the passkey ${name}` },
    })),
    'You have no passkey yet.',
  ),
  scriptedForm(
    {
      does: 'passkey-add',
      csrf,
      challengeUrl: props.passkey.optionsUrl,
      verifyUrl: props.passkey.verifyUrl,
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
  html`<noscript><p class="nothing">Adding a passkey needs JavaScript.</p></noscript>`,
]
