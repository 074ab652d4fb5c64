// Exporting one's data, and deleting one's account.
import type { AccountProps, DeletionView } from './account-props.ts'
import { describedBy, field, remarks } from '../field.ts'
import { form } from '../form.ts'
import { confirmFirst } from './confirm-first.ts'
import { html, type Content, type Html } from '../html.ts'
import { ago, day } from '../time.ts'

export const dataExport = (props: AccountProps): Content => [state(props), request(props)]

function state({ export: copy, now, steppedUp }: AccountProps): Html {
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
  return html`<p>Made ${ago(copy.readyAt, now)}, and here until ${day(copy.expiresAt)}.</p>
    ${
      steppedUp
        ? html`<p>
            <a class="button" href="/account/export/download">Download your data</a>
          </p>`
        : confirmFirst('export', 'Confirm, and download your data')
    }`
}

function request({ csrf, export: copy }: AccountProps): Html {
  if (copy?.availableAt) {
    return html`<p class="hint">You can ask for another copy once a day.</p>`
  }
  const text = copy ? 'Ask for a new copy' : 'Ask for a copy'
  return form({ action: '/account/export#export-section', csrf }, html`<button>${text}</button>`)
}

export const deletion = (props: AccountProps): Content =>
  props.deletion ? leaving(props, props.deletion) : asking(props)

const leaving = ({ csrf }: AccountProps, { dueAt, scrolls }: DeletionView): Content => [
  html`<p>
      <strong>Your account will be deleted on ${day(dueAt)}.</strong> Until then you can use it as
      before.
    </p>
    <p>
      ${
        scrolls === 'keep'
          ? 'Your scrolls stay, without your name.'
          : 'Your scrolls are erased with it.'
      }
    </p>`,
  form({ action: '/account/deletion/withdraw', csrf }, html`<button>Keep my account</button>`),
]

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
  props.steppedUp ? deletionForm(props) : confirmFirst('deletion', 'Delete my account'),
]

const deletionForm = ({ csrf, errors = {}, profile, wantedScrolls }: AccountProps): Html =>
  form({ action: '/account/deletion#deletion-section', csrf, look: 'stack' }, [
    scrollChoice(wantedScrolls, errors.scrolls),
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

function scrollChoice(chosen: string | undefined, error: string | undefined): Html {
  const about = { name: 'scrolls', error }
  return html`<fieldset class="field" ${describedBy(about)}>
    <legend>The scrolls that you wrote</legend>
    ${choice('keep', 'Keep them, without your name', chosen)}
    ${choice('erase', 'Erase them, with their history', chosen)} ${remarks(about)}
  </fieldset>`
}

const choice = (value: DeletionView['scrolls'], text: string, chosen: string | undefined): Html =>
  html`<div class="choice">
    <input
      id="scrolls-${value}"
      type="radio"
      name="scrolls"
      value="${value}"
      ${value === chosen ? 'checked' : ''}
      required
    />
    <label for="scrolls-${value}">${text}</label>
  </div>`
