// The command `federation-check`: its output and its exit code.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Settings } from '../config/config.ts'
import { readConfig } from '../config/read-config.ts'
import type { Say } from '../progress.ts'
import { joined, inText, type Markup } from '../report/escape/markup.ts'
import { failures, formats, isFormat, type FormatContext } from '../report/formats.ts'
import { readOutputs, writeFailures, writeOutputs } from '../report/outputs.ts'
import { rulesOf } from '../rules.ts'
import { UsageError } from '../sources/files.ts'
import { folderInRepository } from '../sources/git.ts'
import { complete } from '../sources/layout/layout.ts'
import {
  FORMATS,
  readArguments,
  startedIn,
  USAGE,
  valuesOf,
  type Arguments,
  type Command,
} from './arguments.ts'
import { runCheck } from './check-command.ts'
import { explain } from './explain.ts'

interface Output {
  code: 0 | 1 | 2
  out?: string
  err?: string
}

/** Runs the command in its own working tree. `columns` is the width of the terminal. */
export async function command(
  args: readonly string[],
  isTerminal: boolean,
  columns?: number,
  say: Say = () => {},
): Promise<Output> {
  try {
    const subcommand = subcommandOf(args)
    if (subcommand) {
      const { text } = await subcommand(args.slice(1), widthOf(columns), say)
      return { code: 0, out: text }
    }
    const given = readArguments(args)
    const { help, version, format = 'text', output = [] } = given
    if (help) return { code: 0, out: USAGE }
    if (version) return { code: 0, out: ownVersion() }
    if (!isFormat(format)) {
      throw new UsageError(`Unknown format ${format}. Use one of ${FORMATS}.`)
    }
    const outputs = readOutputs(output, startedIn())
    // The path is relative to the current folder, because an npm script names its configuration
    // from the folder of package.json.
    const settings = await readConfig(given.config, process.cwd())
    const context = { ...contextOf(settings, isTerminal, columns), ...placesOf(given, settings) }
    if (given.explain !== undefined) {
      const { rules, width } = context
      return { code: 0, out: explain(given.explain, rules, settings.rules ?? {}, width).text }
    }
    const report = await runCheck(given, settings, say)
    await writeOutputs(outputs, report, context)
    return { code: report.ok ? 0 : 1, out: (await formats[format](report, context)).text }
  } catch (error) {
    return failed(args, error)
  }
}

type Subcommand = (args: string[], width: number, say: Say) => Promise<Markup>

/** The subcommands. They never fail a build: they print, or end with exit code 2. */
const SUBCOMMANDS: Readonly<Record<Command, Subcommand>> = {
  changelog: async (args, width, say) =>
    (await import('./changelog-command.ts')).changelog(args, width, say),
  propose: async (args, _, say) => (await import('./propose-command.ts')).propose(args, say),
  contract: async (args, _, say) => (await import('./contract-command.ts')).contract(args, say),
}

function subcommandOf([name = '']: readonly string[]) {
  return Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name as Command] : undefined
}

function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function contextOf(settings: Settings, isTerminal: boolean, columns?: number) {
  return {
    isTerminal,
    width: widthOf(columns),
    rules: rulesOf(settings.plugins),
    prefix: () => folderInRepository(settings.root),
  }
}

/** The paths for reports. Only files of the working tree can be reached from the current folder. */
function placesOf(
  { head }: Arguments,
  settings: Settings,
): Pick<FormatContext, 'approvals' | 'here'> {
  const { approvals } = complete(settings)
  if (head !== undefined) {
    const place = isFile(head) ? 'a file that --allow names' : approvals
    return { approvals: place, here: (file) => file }
  }
  const pathTo = (file: string) => relative(startedIn(), join(settings.root, file))
  const here = (file: string) => (existsSync(join(settings.root, file)) ? pathTo(file) : file)
  return { approvals: pathTo(approvals), here }
}

/** True for a single schema, which has no approvals beside it. */
function isFile(source: string): boolean {
  return statSync(resolve(startedIn(), source), { throwIfNoEntry: false })?.isFile() ?? false
}

/** The width of the output; a pipe has no columns. */
function widthOf(columns = 100): number {
  return Math.min(Math.max(columns, 80), 120)
}

/** Reports that the check could not run, so that an earlier posted report is replaced. */
async function failed(args: readonly string[], error: unknown): Promise<Output> {
  const lines = linesOf(error)
  const err = joined(
    'text',
    lines.map((one) => inText`${one}`),
  ).text
  if (subcommandOf(args)) return { code: 2, err }
  const [format = ''] = valuesOf(args, '--format')
  const report = failures.get(format)
  try {
    await writeFailures(readOutputs(valuesOf(args, '--output'), startedIn()), lines)
  } catch {
    // The parser has printed the error.
  }
  return report ? { code: 2, err, out: (await report(lines)).text } : { code: 2, err }
}

/** The maximum number of error lines: a configuration may be wrong in many places. */
const MAX_ERROR_LINES = 20

function linesOf(error: unknown): string[] {
  if (!(error instanceof UsageError)) return [`The check failed: ${String(error).split('\n')[0]}`]
  const more = error.lines.length - MAX_ERROR_LINES
  const rest = more > 0 ? [`and ${more} more errors`] : []
  return [...error.lines.slice(0, MAX_ERROR_LINES), ...rest]
}
