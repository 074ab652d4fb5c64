// Builds the HTML elements of a page.
import { inHtml, joined, type Markup } from '../escape/markup.ts'

export type Html = Markup<'html'>

export type Content = Html | string | undefined | readonly Content[]

const VOID = new Set(['meta'])

/** An element. Undefined attributes are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...content: readonly Content[]
): Html {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [inHtml` ${key}="${value}"`],
  )
  const open = inHtml`<${name}${pairs}`
  if (VOID.has(name)) return inHtml`${open}/>`
  return inHtml`${open}>${content.map(markup)}</${name}>`
}

function markup(content: Content): Html {
  if (content === undefined) return inHtml``
  if (typeof content === 'string') return inHtml`${content}`
  return 'text' in content ? content : joined('html', content.map(markup), '')
}
