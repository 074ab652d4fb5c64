// The formats of a report, loaded on demand.
import type { Rule } from '../finding.ts'
import type { Report } from '../run.ts'
import { json, type Markup } from './escape/markup.ts'

/** What a format may need besides the report. */
export interface FormatContext {
  /** True where colours can be shown. */
  isTerminal: boolean
  /** How many columns a line of text may have. */
  width: number
  /** Every rule by its name. */
  rules: ReadonlyMap<string, Rule>
  /** The file that approvals stand in, as the current folder reaches it. */
  approvals: string
  /** The path of a file as the current folder reaches it, for one that is there. */
  here: (file: string) => string
  /** The folder of the project in its repository, with a slash at its end; empty for the whole. */
  prefix: () => string
}

/** Writes a report in its language. Only the templates of markup.ts, which escape, make Markup. */
export type Format = (report: Report, context: FormatContext) => Promise<Markup>

export const formats = {
  text: async (report, context) =>
    (await import('./text.ts')).text(fromHere(report, context.here), context),
  json: async (report) => json(report),
  html: async (report, context) => (await import('./html/page.ts')).html(report, context),
  markdown: async (report, { rules }) => (await import('./markdown.ts')).markdown(report, rules),
  github: async (report, { prefix }) =>
    (await import('./github.ts')).github(inRepository(report, prefix())),
  sarif: async (report, { rules, prefix }) =>
    (await import('./sarif.ts')).sarif(inRepository(report, prefix()), rules),
  junit: async (report, { rules }) => (await import('./junit.ts')).junit(report, rules),
} satisfies Record<string, Format>

/** Posted formats also say that the check could not run, in the lines of an error. */
export const failures = new Map<string, (lines: readonly string[]) => Promise<Markup>>([
  ['html', async (lines) => (await import('./html/page.ts')).htmlFailure(lines)],
  ['markdown', async (lines) => (await import('./markdown.ts')).markdownFailure(lines)],
  ['github', async (lines) => (await import('./github.ts')).githubFailure(lines)],
  ['sarif', async (lines) => (await import('./sarif.ts')).sarifFailure(lines)],
  ['junit', async (lines) => (await import('./junit.ts')).junitFailure(lines)],
])

/** People open files from where they stand. */
function fromHere(report: Report, here: FormatContext['here']): Report {
  const placed = <T extends { file?: string }>(one: T): T =>
    one.file === undefined ? one : { ...one, file: here(one.file) }
  const findings = report.findings.map((one) => ({
    ...placed(one),
    ...(one.users && { users: one.users.map(placed) }),
  }))
  return { ...report, findings }
}

/** Hosts of repositories know files by their paths from its root. */
function inRepository(report: Report, prefix: string): Report {
  if (prefix === '') return report
  const findings = report.findings.map((one) =>
    one.file === undefined ? one : { ...one, file: prefix + one.file },
  )
  return { ...report, findings }
}

/** True for the name of a format. */
export function isFormat(name: string): name is keyof typeof formats {
  return Object.hasOwn(formats, name)
}
