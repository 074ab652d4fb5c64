// The only way to create markup: a template tag that escapes its values.

/** Markup created by `html`. */
export type Html = Markup

/** The values of a template: text, numbers, markup, and lists of these. */
export type Content = string | number | Html | readonly Content[]

class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/**
 * Creates markup from a template. Text is escaped for element content and quoted attribute values; markup is
 * inserted unchanged; lists are joined. @throws TypeError for anything else, such as a forgotten `undefined`,
 * and for attribute values without quotes, which escaping cannot protect
 */
export function html(strings: TemplateStringsArray, ...contents: Content[]): Html {
  const parts = strings.map((string, index) => {
    if (index === contents.length) return string
    if (/=\s*$/.test(string)) throw new TypeError(`No quotes round the value after ${string}`)
    return string + render(contents[index])
  })
  return new Markup(parts.join(''))
}

function render(content: unknown): string {
  if (content instanceof Markup) return content.toString()
  if (typeof content === 'string') return escape(content)
  if (typeof content === 'number') return String(content)
  if (Array.isArray(content)) return content.map(render).join('')
  throw new TypeError(`A page cannot show ${String(content)} (${typeof content})`)
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

const escape = (text: string) => text.replace(/[&<>"'`]/g, (character) => ESCAPES[character] ?? '')
