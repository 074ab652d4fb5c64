// The command `federation-check`: what it writes, and its exit code.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { FORMATS, readArguments, startedIn, USAGE, valuesOf, type Arguments } from './arguments.ts'
import { runCheck } from './check-command.ts'
import { readConfig, type Settings } from './config.ts'
import { explain } from './explain.ts'
import { failures, formats, isFormat, type FormatContext } from './report/formats.ts'
import { readOutputs, writeFailures, writeOutputs } from './report/outputs.ts'
import { rulesOf } from './rules.ts'
import { UsageError } from './sources/files.ts'
import { folderInRepository } from './sources/git.ts'
import { complete } from './sources/layout.ts'

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
): Promise<Output> {
  try {
    const subcommand = subcommandOf(args)
    if (subcommand) return { code: 0, out: await subcommand(args.slice(1), widthOf(columns)) }
    const given = readArguments(args)
    const { help, version, format = 'text', output = [] } = given
    if (help) return { code: 0, out: USAGE }
    if (version) return { code: 0, out: ownVersion() }
    if (!isFormat(format)) {
      throw new UsageError(`Unknown format ${format}. Use one of ${FORMATS}.`)
    }
    const outputs = readOutputs(output, startedIn())
    // An npm script names its configuration from the folder of package.json.
    const settings = await readConfig(given.config, process.cwd())
    const context = { ...contextOf(settings, isTerminal, columns), ...placesOf(given, settings) }
    if (given.explain !== undefined) {
      const { rules, width } = context
      return { code: 0, out: explain(given.explain, rules, settings.rules ?? {}, width) }
    }
    const report = await runCheck(given, settings)
    await writeOutputs(outputs, report, context)
    return { code: report.ok ? 0 : 1, out: await formats[format](report, context) }
  } catch (error) {
    return failed(args, error)
  }
}

/** Commands with arguments of their own. They never fail a build: they print, or end with 2. */
const SUBCOMMANDS: Readonly<Record<string, (args: string[], width: number) => Promise<string>>> = {
  changelog: async (args, width) => (await import('./changelog-command.ts')).changelog(args, width),
  propose: async (args) => (await import('./propose-command.ts')).propose(args),
  contract: async (args) => (await import('./contract-command.ts')).contract(args),
}

function subcommandOf([name = '']: readonly string[]) {
  return Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined
}

function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
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

/** Only files of the working tree can be reached from the current folder. */
function placesOf(
  { head }: Arguments,
  settings: Settings,
): Pick<FormatContext, 'approvals' | 'here'> {
  const { approvals } = complete(settings)
  if (head !== undefined) return { approvals, here: (file) => file }
  const pathTo = (file: string) => relative(startedIn(), join(settings.root, file))
  const here = (file: string) => (existsSync(join(settings.root, file)) ? pathTo(file) : file)
  return { approvals: pathTo(approvals), here }
}

/** A pipe has no columns. */
function widthOf(columns = 100): number {
  return Math.min(Math.max(columns, 80), 120)
}

/** A posted report must be replaced when the check can no longer run. */
async function failed(args: readonly string[], error: unknown): Promise<Output> {
  const err =
    error instanceof UsageError
      ? error.message
      : `The check failed: ${String(error).split('\n')[0]}`
  if (subcommandOf(args)) return { code: 2, err }
  const [format = ''] = valuesOf(args, '--format')
  const report = failures.get(format)
  try {
    await writeFailures(readOutputs(valuesOf(args, '--output'), startedIn()), err)
  } catch {
    // The parser has printed the error.
  }
  return report ? { code: 2, err, out: await report(err) } : { code: 2, err }
}
