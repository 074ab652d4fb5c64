// The formats of a report, each loaded when it is asked for.
import type { Report } from '../run.ts'

/** Writes a report as text; only a terminal is given colours. */
export type Format = (report: Report, isTerminal: boolean) => Promise<string>

export const formats = {
  text: async (report, isTerminal) => (await import('./text.ts')).text(report, isTerminal),
  json: async (report) => (await import('./json.ts')).json(report),
  markdown: async (report) => (await import('./markdown.ts')).markdown(report),
  github: async (report) => (await import('./github.ts')).github(report),
  sarif: async (report) => (await import('./sarif.ts')).sarif(report),
} satisfies Record<string, Format>

/** Formats that are posted somewhere say there, too, that the check could not run. */
export const failures = new Map<string, (message: string) => Promise<string>>([
  ['markdown', async (message) => (await import('./markdown.ts')).markdownFailure(message)],
  ['github', async (message) => (await import('./github.ts')).githubFailure(message)],
  ['sarif', async (message) => (await import('./sarif.ts')).sarifFailure(message)],
])

/** True for the name of a format. */
export function isFormat(name: string): name is keyof typeof formats {
  return Object.hasOwn(formats, name)
}
