// Exporting one's data, and deleting one's account.
import { choice, describedBy, field, form, radio, remarks } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { ago, day } from '../time.ts'
import type { AccountProps } from './account-props.ts'
import { sensitive } from './step-up.ts'

export const dataExport = (props: AccountProps): Content => [state(props), request(props)]

function state(props: AccountProps): Content {
  const { export: copy, now } = props
  if (!copy) {
    return html`<p>
      A ZIP file with JSON in it. It takes a minute to make, and you can download it here for seven
      days.
    </p>`
  }
  if (!copy.readyAt) {
    return html`<p>
      You asked for it ${ago(copy.askedAt, now)}. The services are collecting it: come back in a
      minute. With a verified e-mail address, you get a mail when it is ready.
    </p>`
  }
  const download = () =>
    html`<p><a class="button" href="/account/export/download">Download your data</a></p>`
  return [
    html`<p>Made ${ago(copy.readyAt, now)}, and here until ${day(copy.expiresAt)}.</p>`,
    sensitive(props, 'export', 'Confirm, and download your data', download),
  ]
}

function request({ csrf, export: copy }: AccountProps): Html {
  if (copy?.availableAt) {
    return html`<p class="hint">You can ask for another copy once a day.</p>`
  }
  const text = copy ? 'Ask for a new copy' : 'Ask for a copy'
  return form({ action: '/account/export#export-section', csrf }, html`<button>${text}</button>`)
}

export function deletion(props: AccountProps): Content {
  const { csrf, deletion: requested } = props
  if (!requested) return asking(props)
  const scrolls =
    requested.scrolls === 'keep'
      ? 'Your scrolls stay, without your name.'
      : 'Your scrolls are erased with it.'
  return [
    html`<p>
        <strong>Your account will be deleted on ${day(requested.dueAt)}.</strong> Until then you can
        use it as before.
      </p>
      <p>${scrolls}</p>`,
    form({ action: '/account/deletion/withdraw', csrf }, html`<button>Keep my account</button>`),
  ]
}

const asking = (props: AccountProps): Content => [
  html`<p>
      After two weeks, nobody can sign in to your account any more, and every service erases your
      data: your name, addresses, wallets, passkeys, xp and credentials.
    </p>
    <p>
      What others rely on stays, without your name: votes, purchases and sales, gold that changed
      hands. Your memberships end, and your gold and assets go back to the ecosystem. Nobody can
      take your username for 90 days.
    </p>`,
  sensitive(props, 'deletion', 'Delete my account', () => deletionForm(props)),
]

function deletionForm({ csrf, errors, profile, sentIn }: AccountProps): Html {
  const chosen = sentIn('deletion')?.get('scrolls')
  const about = { name: 'scrolls', error: errors.scrolls }
  return form({ action: '/account/deletion#deletion-section', csrf, look: 'stack' }, [
    html`<fieldset class="field" ${describedBy(about)}>
      <legend>The scrolls that you wrote</legend>
      ${choice(radio('scrolls', 'keep', chosen), 'Keep them, without your name')}
      ${choice(radio('scrolls', 'erase', chosen), 'Erase them, with their history')}
      ${remarks(about)}
    </fieldset>`,
    field({
      name: 'confirmation',
      label: 'Your username, to be sure',
      hint: `Type ${profile.username}.`,
      error: errors.confirmation,
      attributes: html`type="text" autocomplete="off" autocapitalize="none" spellcheck="false"
      maxlength="40" required`,
    }),
    html`<button>Delete my account</button>`,
  ])
}
