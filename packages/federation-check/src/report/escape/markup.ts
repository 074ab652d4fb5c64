// Reports contain words of the change that is judged: names, file names, owners, reasons, errors. A format
// returns Markup, which only the functions of this file make. They escape every string that is put into them.
// Cleaning a report once is not enough: a code span, an attribute and a log need different escapes, and JSON keeps
// each id as it is.
import { styleText } from 'node:util'
import { parse, print, visit } from 'graphql'
import {
  escapeData,
  escapeHtml,
  escapeMarkdown,
  escapeProperty,
  escapeXml,
  inCode,
} from './escape.ts'
import { visibleJson, visibleLine } from './characters.ts'

type Language = 'text' | 'markdown' | 'html' | 'xml' | 'github' | 'json' | 'sdl'

/** Text in the language of a format, already escaped. */
class Written<L extends Language> {
  readonly language: L
  readonly text: string

  constructor(language: L, text: string) {
    this.language = language
    this.text = text
  }
}

/** Only the type is exported, so that no other module can create one. */
export type Markup<L extends Language = Language> = Written<L>

/** A string is escaped. Markup of the same language stays, and a list of it is joined. */
type Part<L extends Language> = string | number | Markup<L> | readonly Markup<L>[]

function templateOf<L extends Language>(language: L, escape: (text: string) => string) {
  const written = (part: Part<L>): string => {
    if (typeof part === 'object')
      return [part]
        .flat()
        .map(({ text }) => text)
        .join('')
    return escape(String(part))
  }
  return (own: TemplateStringsArray, ...parts: Part<L>[]): Markup<L> => {
    const texts = own.map((text, index) => {
      return index < parts.length ? text + written(parts[index]!) : text
    })
    return new Written(language, texts.join(''))
  }
}

/** A line, or a part of one, for a terminal or a log: inText`  used in ${file}`. */
export const inText = templateOf('text', visibleLine)
/** Markdown on one line, as GitHub and GitLab read it: inMarkdown`- **${title}** ${code(id)}`. */
export const inMarkdown = templateOf('markdown', escapeMarkdown)
/** Elements, or an attribute in double quotes: inHtml`<p class="x">${message}</p>`. */
export const inHtml = templateOf('html', escapeHtml)
/** Elements, or an attribute in double quotes: inXml`<case name="${id}"/>`. */
export const inXml = templateOf('xml', escapeXml)

/** Lines, rows or elements with the report's own characters between them. */
export function joined<L extends Language>(
  language: L,
  parts: readonly Markup<L>[],
  between = '\n',
): Markup<L> {
  return new Written(language, parts.map(({ text }) => text).join(between))
}

/** A code span of Markdown, from which a reader copies exactly the text. Not for a cell of a table. */
export function code(text: string): Markup<'markdown'> {
  return new Written('markdown', inCode(text))
}

/** A line with a colour or weight of the terminal. */
export function styled(
  style: Parameters<typeof styleText>[0],
  { text }: Markup<'text'>,
): Markup<'text'> {
  return new Written('text', styleText(style, text, { validateStream: false }))
}

export function spaces(number: number): Markup<'text'> {
  return new Written('text', ' '.repeat(number))
}

/** Indented JSON that is safe for a terminal and a log. */
export function json(value: unknown): Markup<'json'> {
  return new Written('json', visibleJson(JSON.stringify(value, null, 2)))
}

/**
 * SDL with the same meaning that is safe for a terminal and a log. Where a description needs
 * escapes, every string is on one line, in which GraphQL has the escapes of JSON.
 */
export function sdl(text: string): Markup<'sdl'> {
  if (visibleJson(text) === text) return new Written('sdl', text)
  const strings = visit(parse(text), { StringValue: (node) => ({ ...node, block: false }) })
  return new Written('sdl', visibleJson(print(strings)))
}

/** A workflow command (https://docs.github.com/actions/reference/workflow-commands-for-github-actions). */
export function workflowCommand(
  name: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number | undefined>>,
  data: string,
): Markup<'github'> {
  const pairs = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) => `${property}=${escapeProperty(String(value))}`)
  return new Written('github', `::${name} ${pairs.join(',')}::${escapeData(data)}`)
}

/** A line of a log that cannot be a command. */
export const inLog = templateOf('github', visibleLine)
