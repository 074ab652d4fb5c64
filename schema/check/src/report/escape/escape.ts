// One escaping for each language that reports are written in.
import { visible, visibleLine } from './characters.ts'

/**
 * Escapes Markdown and HTML on one line. What GitHub and GitLab take for a mention, a reference, an
 * address, a formula or a quick action of whoever posts the comment (https://github.github.com/gfm/,
 * https://docs.gitlab.com/user/markdown/, https://docs.gitlab.com/user/project/quick_actions/) is text.
 */
export function escapeMarkdown(text: string): string {
  return visibleLine(text)
    .trim()
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(LINKED, `$&${ZERO_WIDTH_SPACE}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('$', '&#36;')
    .replaceAll(/[\\`*_[\]|~>]/g, String.raw`\$&`)
    .replace(/^(?:[-+=]+(?= |$)|\/(?=\w)|\d+(?=[.)](?: |$)))/, blockStart)
}

/** Hosts link what follows these even after a backslash or as a reference, but not across a space. */
const LINKED = /[@#]|(?<!\w)[!%^~$&](?=["\w])|GH-(?=\d)|:(?=\/\/)|www(?=\.)/gi
const ZERO_WIDTH_SPACE = '\u200B'

/** A list, a heading's underline, or a quick action, if it stood at the beginning of a line. */
function blockStart(start: string): string {
  return `&#${start.charCodeAt(0)};${start.slice(1)}`
}

/** A code span in more backticks than it contains. Not for a table: `|` ends a cell in a span as well. */
export function inCode(text: string): string {
  const shown = visibleLine(text)
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  if (longest === 0 && /^\S(?:.*\S)?$/.test(shown)) return `\`${shown}\``
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${shown} ${fence}`
}

/** Escapes text and attributes in double quotes. An address in an attribute must be the report's own. */
export function escapeHtml(text: string): string {
  return visibleLine(text).replaceAll(/[&<>"'`]/g, reference)
}

/** Escapes text and attributes in double quotes. Line ends are references, so no line begins with input. */
export function escapeXml(text: string): string {
  return visible(text).replaceAll(/[&<>"'\t\n\r]/g, reference)
}

function reference(character: string): string {
  const name = NAMES[character]
  return name === undefined ? `&#${character.charCodeAt(0)};` : `&${name};`
}

const NAMES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }

/** Escapes the message of a workflow command, which may have several lines. */
export function escapeData(text: string): string {
  return visible(text.replaceAll('\t', ' '))
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
}

/** Escapes a property of a workflow command. */
export function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
