// A report in which every free string is one of some given strings, and what stays of a written report without them.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import * as fc from 'fast-check'
import type { Finding } from '../../src/finding.ts'
import type { Report } from '../../src/run.ts'
import type { Judged } from '../../src/verdict.ts'
import type { Element } from './xml.ts'

/** What leaves its place in one format or another. */
const SNIPPETS = [
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\0',
  '\u001B[2J',
  '\u009B31m',
  '\u202E',
  '\u200B',
  '\u2028',
  '\uD800',
  '::stop-commands::x',
  '\n::error::x',
  '##[add-mask]x',
  '##vso[task.complete]',
  '%0A',
  ':',
  ',',
  '`',
  '```',
  '|',
  '<!-- ',
  ' -->',
  '</details>',
  '<img src=x>',
  '&lt;',
  ']]>',
  '"',
  "'",
  '# ',
  '- ',
  '1. ',
  '> ',
  '---',
  '===',
  '    ',
  '~~~',
  '*',
  '_',
  '\\',
  '$x$',
  '/close',
  '![a](b)',
  '[a](http://a.b)',
  '[a]: b',
  '[^1]',
  'http://a.b',
  'www.a.bc',
  'a@b.cd',
  '@all',
  '#1',
]

/** Any string of Unicode, of code units, and of what is known to be obeyed somewhere. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc
    .array(fc.oneof(fc.constantFrom(...SNIPPETS), fc.string()), { maxLength: 6 })
    .map((all) => all.join('')),
)

/** As many strings as a report of `reportOf` has; an empty one would be no fact of a finding. */
export const hostileStrings = fc.uniqueArray(hostile.filter(Boolean), {
  minLength: 24,
  maxLength: 24,
})

/** Strings that no format has to escape. */
export const harmlessStrings = Array.from({ length: 24 }, (_, index) => `x${index}`)

/** Findings of every kind that formats tell apart. */
export function reportOf(strings: readonly string[]): Report {
  let used = 0
  const next = () => strings[(used += 1) % strings.length]!
  // One client: the groups of two would stand in the order of their names.
  const client = { client: next(), owner: next() }
  const user = () => ({ ...client, name: next(), file: next(), line: 2 })
  const approval = { change: next(), reason: next(), owner: next(), expires: '2026-12-31' }
  const finding = (severity: Finding['severity'], more: Partial<Judged>): Judged => {
    const own = { id: next(), message: next(), coordinate: next(), file: next(), subgraph: next() }
    return { rule: 'field-removed', step: 'api', severity, fails: false, ...own, line: 1, ...more }
  }
  const operation = { ...client, name: next() }
  const findings = [
    finding('breaking', { fails: true, uses: [next()], users: [user()] }),
    finding('breaking', { fails: true, step: 'operations', operation }),
    finding('security', { approval }),
    finding('dangerous', { step: 'rest' }),
    finding('safe', { step: 'approvals' }),
  ]
  const counts = { safe: 1, dangerous: 1, breaking: 2, security: 1, approved: 1, failing: 2 }
  const steps = [
    { step: 'api' as const, title: 'API schema', milliseconds: 1 },
    { step: 'rest' as const, title: 'REST contract', notPossible: next(), milliseconds: 1 },
  ]
  const labels = { base: next(), head: next() }
  return { version: 1, ...labels, ok: false, summary: counts, steps, findings }
}

interface Node {
  type: string
  value?: string
  children?: Node[]
}

/** The nodes of Markdown without its text: HTML with its own, since all of it is the report's. */
export function markdownTree(text: string): unknown {
  const shapeOf = ({ type, value, children = [] }: Node): unknown => {
    const below = children.filter((one) => one.type !== 'text').map(shapeOf)
    if (type === 'html') return [type, value]
    // An empty item has no paragraph.
    return [type, ...below.filter((one) => String(one) !== 'paragraph')]
  }
  return shapeOf(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
}

/** The elements of XML, with the names of their attributes. */
export function xmlTree({ name, attributes, children }: Element): unknown {
  return [name, ...Object.keys(attributes), ...children.map(xmlTree)]
}

/** A value with each string as an empty one. */
export function withoutStrings(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? '' : one)),
  )
}
