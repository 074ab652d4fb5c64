// Wraps text for a terminal.
import { visibleLine } from './characters.ts'
import { inText, spaces, type Markup } from './markup.ts'

/** Breaks a text at spaces into lines of at most `width` characters. A longer word stays whole. */
export function wrap(text: string, width: number): Markup<'text'>[] {
  const lines: string[] = []
  for (const word of visibleLine(text).split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines.map((one) => inText`${one}`)
}

/**
 * Wraps a text with a hanging indent: the first line begins with `first`, and the others align with
 * the text after it.
 */
export function hanging(first: string, text: string, width: number): Markup<'text'>[] {
  const indent = spaces(first.length)
  return wrap(text, width - first.length).map((part, index) =>
    index ? inText`${indent}${part}` : inText`${first}${part}`,
  )
}
