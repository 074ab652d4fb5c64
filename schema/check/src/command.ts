// The command `federation-check`: its arguments, approvals and exit code.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { changelog, CHANGELOG_USAGE } from './changelog-command.ts'
import { readConfig, type Settings } from './config.ts'
import { explain } from './explain.ts'
import { readFieldUsage } from './field-usage/usage-file.ts'
import { failures, formats, isFormat, type FormatContext } from './report/formats.ts'
import { readOutputs, writeFailures, writeOutputs } from './report/outputs.ts'
import { rulesOf } from './rules.ts'
import { check } from './run.ts'
import { folderFiles, UsageError } from './sources/files.ts'
import { folderInRepository } from './sources/git.ts'
import { complete } from './sources/layout.ts'
import { readBase, readSource, type SourceOptions } from './sources/source.ts'
import { readTree, withoutSchema, type Tree } from './sources/tree.ts'
import { checkMatches } from './sources/unmatched.ts'
import type { Policy } from './verdict.ts'

const FORMATS = Object.keys(formats).join(', ')

const USAGE = `federation-check [options]
${CHANGELOG_USAGE}

  --base SOURCE               what to compare with (default: the merge base with main)
  --head SOURCE               what is checked (default: the working tree)
  --config FILE               the configuration (default: federation-check.config.{ts,js,mjs,json})
  --format FORMAT             ${FORMATS} (default: text)
  --output FORMAT=FILE        writes a report into a file besides; repeatable
  --allow FILE                approvals, in the place of those that the configuration names
  --usage FILE                what callers asked for, in the place of the configured file
  --approved-by OWNER         counts approvals by this owner that the change itself adds;
                              repeatable; only for a CI step that knows who approved
  --fail-on SEVERITY          breaking or dangerous (default: breaking)
  --fail-on-unused=false      passes breaking changes that no known operation uses
  --explain RULE              what a rule catches, why it matters, and the way out

SOURCE is a git ref, a folder, a supergraph or API schema file, a tar archive, the URL of SDL or of
a GraphQL endpoint, or - for a schema on stdin.

Exit codes: 0 nothing fails, 1 something fails, 2 wrong usage or unreadable input.`

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
    if (args[0] === 'changelog') {
      return { code: 0, out: await changelog(args.slice(1), startedIn(), widthOf(columns)) }
    }
    const given = readArguments(args)
    const { help, format = 'text', output = [] } = given
    if (help) return { code: 0, out: USAGE }
    if (!isFormat(format)) {
      throw new UsageError(`Unknown format ${format}. Use one of ${FORMATS}.`)
    }
    const outputs = readOutputs(output, startedIn())
    // An npm script names its configuration from the folder of package.json.
    const settings = await readConfig(given.config, process.cwd())
    const context = contextOf(settings, isTerminal, columns)
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

function contextOf(settings: Settings, isTerminal: boolean, columns?: number): FormatContext {
  return {
    isTerminal,
    width: widthOf(columns),
    rules: rulesOf(settings.plugins),
    approvals: complete(settings).approvals,
    prefix: () => folderInRepository(settings.root),
  }
}

/** A pipe has no columns. */
function widthOf(columns = 100): number {
  return Math.min(Math.max(columns, 80), 120)
}

type Arguments = ReturnType<typeof readArguments>

async function runCheck(given: Arguments, settings: Settings) {
  const { base, head, allow, 'approved-by': approvedBy = [] } = given
  const { root, rules = {}, conventions = true, plugins, project } = settings
  const folder = startedIn()
  const usage = settings.usage?.file
  const place: SourceOptions = { root, layout: settings, config: settings.files, usage, folder }
  const tree =
    head === undefined ? readWorkingTree(settings) : await readSource('--head', head, place)
  const { isHead, ...before } = await readBase(base, place)
  checkMatches(before, tree)
  const isSame = isHead && (head === undefined || tree.isHead)
  return check({
    base: isSame ? { ...before, isHead } : before,
    head: withApprovals(tree, allow, folder),
    // Code of the working tree describes no other head, but both are composed its way.
    project: head === undefined ? (project ?? {}) : prepared(project),
    plugins: conventions ? plugins : [],
    severities: rules,
    policy: readPolicy(given),
    approvedBy,
    usage: usageFor(given.usage, settings, folder),
    today: new Date().toISOString().slice(0, 10),
  })
}

function readWorkingTree(settings: Settings): Tree {
  const files = folderFiles(settings.root, 'the working tree')
  const tree = readTree(files, settings)
  // Compared with a single schema, an empty tree would pass: no step could run.
  const isServed = settings.project?.served !== undefined
  if (tree.subgraphs.length === 0 && !isServed) throw withoutSchema(files, settings)
  const usage = settings.usage ? [settings.usage.file] : []
  return { ...tree, config: files.read([...settings.files, ...usage]) }
}

function prepared(project: Settings['project']): NonNullable<Settings['project']> {
  return project?.prepare ? { prepare: project.prepare } : {}
}

/** A posted report must be replaced when the check can no longer run. */
async function failed(args: readonly string[], error: unknown): Promise<Output> {
  const err =
    error instanceof UsageError
      ? error.message
      : `The check failed: ${String(error).split('\n')[0]}`
  if (args[0] === 'changelog') return { code: 2, err }
  const [format = ''] = valuesOf(args, '--format')
  const report = failures.get(format)
  try {
    await writeFailures(readOutputs(valuesOf(args, '--output'), startedIn()), err)
  } catch {
    // What is wrong with the arguments is said already.
  }
  return report ? { code: 2, err, out: await report(err) } : { code: 2, err }
}

/** All values of an option, also where other arguments are wrong. */
function valuesOf(args: readonly string[], option: string): string[] {
  return args.flatMap((arg, index) => {
    if (arg === option) return args.slice(index + 1, index + 2)
    return arg.startsWith(`${option}=`) ? [arg.slice(option.length + 1)] : []
  })
}

function readArguments(args: readonly string[]) {
  const type = 'string' as const
  const options = {
    help: { type: 'boolean', short: 'h' },
    base: { type },
    head: { type },
    config: { type },
    format: { type },
    output: { type, multiple: true },
    explain: { type },
    allow: { type },
    usage: { type },
    'approved-by': { type, multiple: true },
    'fail-on': { type },
    'fail-on-unused': { type },
  } as const
  try {
    return withoutEmpty(parseArgs({ args: [...args], options }).values)
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

/** An empty path is the current folder, so an unset variable would compare the tree with itself. */
function withoutEmpty<T extends object>(values: T): T {
  for (const [name, value] of Object.entries(values)) {
    if ([value].flat().includes('')) throw new Error(`--${name} must not be empty.`)
  }
  return values
}

function readPolicy(given: Arguments): Policy {
  const { 'fail-on': failOn = 'breaking', 'fail-on-unused': unused = 'true' } = given
  if (failOn !== 'breaking' && failOn !== 'dangerous') {
    throw new UsageError('--fail-on must be breaking or dangerous.')
  }
  if (unused !== 'true' && unused !== 'false') {
    throw new UsageError('--fail-on-unused must be true or false.')
  }
  return { failOn, failOnUnused: unused === 'true' }
}

/**
 * The folder where the command was called. npm runs scripts in the folder of package.json and sets
 * INIT_CWD.
 */
function startedIn(): string {
  const { npm_package_json: manifest, INIT_CWD: called } = process.env
  const folder = process.cwd()
  return called && manifest === resolve(folder, 'package.json') ? called : folder
}

/** @throws UsageError for a file that cannot be read, or is of no known format */
function usageFor(given: string | undefined, settings: Settings, folder: string) {
  const { usage, root } = settings
  const file = given ?? usage?.file
  if (file === undefined) return undefined
  const path = given === undefined ? resolve(root, file) : resolve(folder, file)
  return { ...usage, file, usage: readFieldUsage({ file, text: readText(path, file) }) }
}

function readText(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new UsageError(`--usage ${file} cannot be read.`)
  }
}

function withApprovals(tree: Tree, file: string | undefined, folder: string): Tree {
  if (file === undefined) return tree
  try {
    return { ...tree, approvals: { file, text: readFileSync(resolve(folder, file), 'utf8') } }
  } catch {
    throw new UsageError(`--allow ${file} cannot be read.`)
  }
}
