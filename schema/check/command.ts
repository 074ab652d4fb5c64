// The command `npm run schema:check`: its arguments, its approvals and how it ends.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { project, root } from './project.ts'
import { failures, formats, isFormat } from './report/formats.ts'
import { check } from './run.ts'
import { readBase } from './sources/base.ts'
import { folderFiles, UsageError } from './sources/files.ts'
import { readTree, type Tree } from './sources/tree.ts'
import type { Policy } from './verdict.ts'

const FORMATS = Object.keys(formats).join(', ')

const USAGE = `npm run -s schema:check -- [options]

  --base REF|DIR|FILE         what to compare with (default: where the branch left main)
  --format FORMAT             ${FORMATS} (default: text)
  --allow FILE                approvals (default: schema/approvals.yaml)
  --approved-by OWNER         counts approvals by this owner that the change itself adds;
                              repeatable, and only for a CI step that knows who approved
  --fail-on SEVERITY          breaking or dangerous (default: breaking)
  --fail-on-unused=false      passes breaking changes that no known operation uses

Exit codes: 0 nothing fails, 1 something fails, 2 wrong use or unreadable input.`

interface Output {
  code: 0 | 1 | 2
  out?: string
  err?: string
}

/** Runs the command with its arguments, in the working tree that it is part of. */
export async function command(args: readonly string[], isTerminal: boolean): Promise<Output> {
  try {
    const given = readArguments(args)
    const { help, base, format = 'text', allow, 'approved-by': approvedBy = [], ...policy } = given
    if (help) return { code: 0, out: USAGE }
    if (!isFormat(format)) {
      throw new UsageError(`There is no format ${format}. Name one of ${FORMATS}.`)
    }
    const folder = startedIn()
    const head = withApprovals(readTree(folderFiles(root, 'the working tree')), allow, folder)
    const report = await check({
      base: readBase(root, base, folder),
      head,
      project,
      policy: readPolicy(policy),
      approvedBy,
      today: new Date().toISOString().slice(0, 10),
    })
    return { code: report.ok ? 0 : 1, out: await formats[format](report, isTerminal) }
  } catch (error) {
    return failed(args, error)
  }
}

/** A report that is posted somewhere must not stay as it was when the check cannot run any more. */
async function failed(args: readonly string[], error: unknown): Promise<Output> {
  const err =
    error instanceof UsageError
      ? error.message
      : `The check cannot go on: ${String(error).split('\n')[0]}`
  const at = args.indexOf('--format')
  const named = args.find((arg) => arg.startsWith('--format='))?.slice('--format='.length)
  const report = failures.get(named ?? args[at + 1] ?? '')
  return report ? { code: 2, err, out: await report(err) } : { code: 2, err }
}

function readArguments(args: readonly string[]) {
  const type = 'string' as const
  const options = {
    help: { type: 'boolean', short: 'h' },
    base: { type },
    format: { type },
    allow: { type },
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

/** An empty path is the current folder: a variable that is not set would compare the tree with itself. */
function withoutEmpty<T extends object>(values: T): T {
  for (const [name, value] of Object.entries(values)) {
    if ([value].flat().includes('')) throw new Error(`--${name} must not be empty.`)
  }
  return values
}

function readPolicy(given: { 'fail-on'?: string; 'fail-on-unused'?: string }): Policy {
  const { 'fail-on': failOn = 'breaking', 'fail-on-unused': unused = 'true' } = given
  if (failOn !== 'breaking' && failOn !== 'dangerous') {
    throw new UsageError('--fail-on must be breaking or dangerous.')
  }
  if (unused !== 'true' && unused !== 'false') {
    throw new UsageError('--fail-on-unused must be true or false.')
  }
  return { failOn, failOnUnused: unused === 'true' }
}

/** Where the command was called; npm runs scripts in the folder of package.json, and says where it was. */
function startedIn(): string {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env
  return script === 'schema:check' && folder ? folder : process.cwd()
}

function withApprovals(tree: Tree, file: string | undefined, folder: string): Tree {
  if (file === undefined) return tree
  try {
    return { ...tree, approvals: { file, text: readFileSync(resolve(folder, file), 'utf8') } }
  } catch {
    throw new UsageError(`--allow ${file} cannot be read.`)
  }
}
