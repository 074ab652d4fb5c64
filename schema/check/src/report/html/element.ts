// Elements of HTML. Every string is escaped here, so no text of a change becomes markup.

/** Markup that `element` has made. */
export class Html {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

export type Content = Html | string | undefined | readonly Content[]

/** How much of one text a page shows, in characters. */
const MAX_TEXT_CHARACTERS = 2_000

const VOID = new Set(['meta'])

/** An attribute that is undefined is left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...content: readonly Content[]
): Html {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeHtml(value)}"`],
  )
  const open = `<${name}${pairs.join('')}`
  if (VOID.has(name)) return new Html(`${open}/>`)
  return new Html(`${open}>${content.map(markup).join('')}</${name}>`)
}

function markup(content: Content): string {
  if (content === undefined) return ''
  if (content instanceof Html) return content.html
  return typeof content === 'string' ? escapeHtml(shortened(content)) : content.map(markup).join('')
}

/** For an attribute in quotes, and for text. What cannot be seen, or turns the direction of text, is replaced. */
function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNSEEN, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Control characters but tab and line ends, noncharacters, and the marks of https://www.unicode.org/reports/tr9/. */
const UNSEEN = /[^\P{Cc}\t\n\r]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu

function shortened(text: string): string {
  const more = text.length - MAX_TEXT_CHARACTERS
  return more <= 0 ? text : `${text.slice(0, MAX_TEXT_CHARACTERS)} … and ${more} characters more`
}
