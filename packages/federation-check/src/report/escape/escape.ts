// Escapes text for each language in which reports are written.
import { visible, visibleLine } from './characters.ts'

/**
 * Escapes Markdown and HTML on one line. Everything that GitHub and GitLab would turn into a mention, a reference, a
 * link, a formula or a quick action in the name of the author (https://github.github.com/gfm/,
 * https://docs.gitlab.com/user/markdown/, https://docs.gitlab.com/user/project/quick_actions/) stays text.
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

/**
 * Starts of links and mentions. Hosts link what follows them even after a backslash or as a
 * reference, but not across a space.
 */
const LINKED = /[@#]|(?<!\w)[!%^~$&](?=["\w])|GH-(?=\d)|:(?=\/\/)|www(?=\.)/gi
const ZERO_WIDTH_SPACE = '\u200B'

/** Escapes the start of a line, which could be a list, the underline of a heading, or a quick action. */
function blockStart(start: string): string {
  return `&#${start.charCodeAt(0)};${start.slice(1)}`
}

/** A code span, in more backticks than the text contains. Not for a table: `|` ends a cell even in a span. */
export function inCode(text: string): string {
  const shown = visibleLine(text)
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  if (longest === 0 && /^\S(?:.*\S)?$/.test(shown)) return `\`${shown}\``
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${shown} ${fence}`
}

/** Escapes text and attributes in double quotes. It does not make a URL in an attribute safe. */
export function escapeHtml(text: string): string {
  return visibleLine(text).replaceAll(/[&<>"'`]/g, reference)
}

/** Escapes text and attributes in double quotes. Line ends become references, so that no line begins with input. */
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
