// Lists of items on a page: each with a title, a description and a button.
import { html, type Content, type Html } from './html.ts'

interface Row {
  title: Content
  /** The page that the title leads to. */
  href?: string
  /** The description, as paragraphs and lists. */
  about: Content
  /** The button or link at the end. */
  end?: Content
}

/** A list of items, or a text if there are none. */
export const rows = (list: readonly Row[], nothing: string): Html =>
  list.length === 0
    ? html`<p class="nothing">${nothing}</p>`
    : html`<ul class="rows">
        ${list.map(
          ({ title, href, about, end = '' }) =>
            html`<li>
              <div>
                <p class="title">${href ? html`<a href="${href}">${title}</a>` : title}</p>
                ${about}
              </div>
              ${end}
            </li>`,
        )}
      </ul>`

/** The text of a button at the end of a row; only screen readers read the name of its item. */
export const rowButton = (text: string, item: string): Html =>
  html`<button>${text} <span class="unseen">${item}</span></button>`
