// Messages for YAML syntax errors that say what to do, because the parser's own describe its grammar.
import type { YAMLError } from 'yaml'

const LAYOUT =
  'cannot be read: each field is `name: value`, and fields of one item are indented alike. Check this line and the next'

type Explain = (error: YAMLError, text: string) => string

/** Messages by the parser's error codes. Other codes keep the parser's message. */
const REASONS: Partial<Record<YAMLError['code'], Explain>> = {
  BAD_DQ_ESCAPE: () => 'put the text in single quotes, or write each backslash twice',
  BAD_INDENT: ({ message }) => {
    const [, end] = /end with a (.)$/.exec(message) ?? []
    return end ? `a closing ${end} is missing` : LAYOUT
  },
  BAD_SCALAR_START: ({ pos: [from] }, text) =>
    `put the text in quotes: it begins with ${text.charAt(from)}`,
  BLOCK_AS_IMPLICIT_KEY: ({ pos: [from] }, text) =>
    /^.*:(\s|$)/.test(text.slice(from).split('\n', 1)[0]!)
      ? 'put the text in quotes: it contains a colon'
      : LAYOUT,
  MISSING_CHAR: ({ message }) =>
    message.startsWith('Missing closing') ? 'the closing quote is missing' : LAYOUT,
  MULTILINE_IMPLICIT_KEY: () => LAYOUT,
  NON_STRING_KEY: () => 'the name of a field must be a text',
  TAB_AS_INDENT: () => 'indent with spaces, not tabs',
  TAG_RESOLVE_FAILED: () => 'tags are not supported: put the text in quotes if it begins with !',
  UNEXPECTED_TOKEN: () =>
    "put the whole text in double quotes: it goes on after a quote or a bracket, as in 'it's'",
}

export function syntaxReason(error: YAMLError, text: string): string {
  return REASONS[error.code]?.(error, text) ?? error.message
}
