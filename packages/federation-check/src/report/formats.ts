// The formats of a report, loaded on demand.
import type { Rule } from '../finding.ts'
import type { Report } from '../run.ts'
import { json, type Markup } from './escape/markup.ts'

/** The parameters of a format besides the report. */
export interface FormatContext {
  /** True when colours can be shown. */
  isTerminal: boolean
  /** The maximum number of columns in a line of text. */
  width: number
  /** Every rule by its name. */
  rules: ReadonlyMap<string, Rule>
  /** The path of the approvals file, from the current folder. */
  approvals: string
  /** Returns the path of an existing file, from the current folder. */
  here: (file: string) => string
  /** The folder of the project in its repository, with a slash at the end; empty at the root. */
  prefix: () => string
}

/** Writes a report in the language of the format. Only the templates of markup.ts, which escape, make Markup. */
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

/** The formats that are posted. They can also report that the check could not run, with the lines of an error. */
export const failures = new Map<string, (lines: readonly string[]) => Promise<Markup>>([
  ['html', async (lines) => (await import('./html/page.ts')).htmlFailure(lines)],
  ['markdown', async (lines) => (await import('./markdown.ts')).markdownFailure(lines)],
  ['github', async (lines) => (await import('./github.ts')).githubFailure(lines)],
  ['sarif', async (lines) => (await import('./sarif.ts')).sarifFailure(lines)],
  ['junit', async (lines) => (await import('./junit.ts')).junitFailure(lines)],
])

/** The report with paths from the current folder, where readers open files. */
function fromHere(report: Report, here: FormatContext['here']): Report {
  const placed = <T extends { file?: string }>(one: T): T =>
    one.file === undefined ? one : { ...one, file: here(one.file) }
  const findings = report.findings.map((one) => ({
    ...placed(one),
    ...(one.users && { users: one.users.map(placed) }),
  }))
  return { ...report, findings }
}

/** The report with paths from the root of the repository, as its host shows files. */
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
