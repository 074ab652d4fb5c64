// A list of a person's items, each with a button to remove it.
import { form } from './form.ts'
import { html, type Content, type Html } from './html.ts'

interface Row {
  title: Content
  /** The description, as paragraphs and lists. */
  about: Content
  /** The button: its text, and in `what` the name of the item for screen readers. */
  end: { action: string; csrf: string; id: string; text: string; what: string }
}

export const rows = (list: readonly Row[], nothing: string): Html =>
  list.length === 0
    ? html`<p class="nothing">${nothing}</p>`
    : html`<ul class="rows">
        ${list.map(row)}
      </ul>`

const row = ({ title, about, end }: Row): Html =>
  html`<li>
    <div>
      <p class="title">${title}</p>
      ${about}
    </div>
    ${form(end, html`<button>${end.text} <span class="unseen">${end.what}</span></button>`)}
  </li>`
