// The arguments of the command: their help text, and how they are read.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { didYouMean } from '../near.ts'
import { changelogFormats } from '../report/changelog.ts'
import { formats } from '../report/formats.ts'
import { UsageError } from '../sources/files.ts'
import { findCommit } from '../sources/git.ts'
import type { Policy } from '../verdict.ts'

export const FORMATS = Object.keys(formats).join(', ')

export const USAGE = `federation-check BASE HEAD [options]
                              compares two sources; needs no configuration and no repository
federation-check [options]    compares the working tree with where its branch left main
federation-check changelog BASE HEAD [--config FILE] [--format FORMAT]
                              release notes for clients: ${Object.keys(changelogFormats).join(', ')} (default: markdown);
                              --api graphql, rest or events for one part alone
federation-check propose [--base SOURCE] [--head SOURCE] [--config FILE] [--usage FILE]
                              what the change would do, as Markdown for a discussion; never fails
federation-check contract NAME [--head SOURCE] [--config FILE]
                              the API schema of a contract, as SDL

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
  --explain RULE              what a rule catches, why it matters, and the fix
  --version                   the version of federation-check

SOURCE is a git ref, a folder, a supergraph or API schema file, a tar archive, the URL of SDL or of
a GraphQL endpoint, or - for a schema on stdin.

Exit codes: 0 nothing fails, 1 something fails, 2 wrong usage or unreadable input.`

const HELP = 'federation-check --help lists all options.'

const type = 'string' as const

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
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

export type Arguments = ReturnType<typeof readArguments>

/**
 * Reads the arguments of a check.
 * @throws UsageError for an unknown option, one without a value, and for more than two sources
 */
export function readArguments(args: readonly string[]) {
  const parsed = parse({ args: [...args], options: OPTIONS, allowPositionals: true })
  const values = withoutEmpty(parsed.values)
  const [base, head, ...more] = parsed.positionals
  if (base === undefined) return { ...values, isPair: false }
  refuseMistyped(base)
  if (head === undefined) throw new UsageError(secondSource(base))
  if (more.length > 0) throw new UsageError(`Unexpected argument '${more[0]}'. ${HELP}`)
  withoutEmpty({ BASE: base, HEAD: head }, '')
  for (const [side, source] of Object.entries({ base, head })) {
    if (!(side in values)) continue
    throw new UsageError(`Name the ${side} once: as ${source} or with --${side}.`)
  }
  return { ...values, base, head, isPair: true }
}

/** The subcommands besides the check. */
const COMMANDS = ['changelog', 'propose', 'contract'] as const

export type Command = (typeof COMMANDS)[number]

/** Refuses a mistyped subcommand. @throws UsageError for a name close to one, where neither a path nor git knows it */
function refuseMistyped(name: string): void {
  const hint = didYouMean(name, COMMANDS)
  if (!hint || existsSync(resolve(startedIn(), name)) || findCommit(startedIn(), name)) return
  throw new UsageError(`There is no command ${name}.${hint} ${HELP}`)
}

const secondSource = (base: string) =>
  `Name a second source to compare ${base} with: federation-check ${base} HEAD. To compare the working tree with it, write --base ${base}.`

/** The arguments after `changelog`. @throws UsageError as `readArguments` does, and for a missing side */
export function readChangelogArguments(args: readonly string[]) {
  const options = { config: { type }, format: { type }, api: { type } } as const
  if (args.some((arg) => /^--(base|head)\b/.test(arg))) {
    throw new UsageError(
      `changelog takes its sources without options: changelog BASE HEAD. ${HELP}`,
    )
  }
  const { values, positionals } = parse({ args: [...args], options, allowPositionals: true })
  const [base = '', head = '', ...more] = positionals
  if (base === '' || head === '' || more.length > 0) {
    throw new UsageError(`changelog needs BASE and HEAD. ${HELP}`)
  }
  return { base, head, ...withoutEmpty(values) }
}

/** The arguments after `propose`. @throws UsageError as `readArguments` does */
export function readProposeArguments(args: readonly string[]) {
  const { base, head, config, usage, allow } = OPTIONS
  const options = { base, head, config, usage, allow } as const
  const { values, positionals } = parse({ args: [...args], options, allowPositionals: true })
  const [source] = positionals
  if (source !== undefined) {
    throw new UsageError(`propose takes its sources as options: --base ${source}. ${HELP}`)
  }
  return withoutEmpty(values)
}

/** The arguments after `contract`. @throws UsageError as `readArguments` does, and without one name */
export function readContractArguments(args: readonly string[]) {
  const { head, config } = OPTIONS
  const given = parse({ args: [...args], options: { head, config }, allowPositionals: true })
  const [name = '', ...more] = given.positionals
  if (name === '' || more.length > 0) throw new UsageError(`contract needs one NAME. ${HELP}`)
  return { name, ...withoutEmpty(given.values) }
}

function parse<T extends ParseArgsConfig>(given: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(given)
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\n|\. /)
    const [, name = ''] = /^Unknown option '--([^']+)'/.exec(sentence) ?? []
    const options = Object.keys(given.options ?? {}).map((option) => `--${option}`)
    const hint = name && didYouMean(`--${name}`, options)
    throw new UsageError(`${sentence.replace(/\.?$/, '.')}${hint} ${HELP}`)
  }
}

/**
 * Refuses empty values: an empty path is the current folder, so an unset variable would compare the tree with itself.
 */
function withoutEmpty<T extends object>(values: T, prefix = '--'): T {
  for (const [name, value] of Object.entries(values)) {
    if ([value].flat().includes('')) throw new UsageError(`${prefix}${name} must not be empty.`)
  }
  return values
}

/** All values of an option, even when other arguments are wrong. */
export function valuesOf(args: readonly string[], option: string): string[] {
  return args.flatMap((arg, index) => {
    if (arg === option) return args.slice(index + 1, index + 2)
    return arg.startsWith(`${option}=`) ? [arg.slice(option.length + 1)] : []
  })
}

/** Reads what fails the check. @throws UsageError for a severity that cannot be the lowest that fails */
export function readPolicy(given: Arguments): Policy {
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
export function startedIn(): string {
  const { npm_package_json: manifest, INIT_CWD: called } = process.env
  const folder = process.cwd()
  return called && manifest === resolve(folder, 'package.json') ? called : folder
}
