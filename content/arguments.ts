// The command line after an action's name: files or folders, and flags.
import { parseArgs } from 'node:util'
import { SettingError } from '#foundation/settings/setting.ts'

export interface Arguments {
  names: string[]
  /** True if the flag was given. */
  has: (option: string) => boolean
}

/** @throws SettingError for an option that the action does not have */
export function readArguments(args: string[], options: readonly string[] = []): Arguments {
  const flags = options.map((name) => [name, { type: 'boolean' }] as const)
  try {
    const { positionals, values } = parseArgs({
      args,
      options: Object.fromEntries(flags),
      allowPositionals: true,
    })
    return { names: positionals, has: (option) => values[option] === true }
  } catch (error) {
    throw new SettingError(`${wrongOption(error)}: ${known(options)}.`, { cause: error })
  }
}

/** Node's own message explains at length how to name a file that begins with a hyphen. */
function wrongOption(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, unknown] = /^Unknown option '([^']*)'/.exec(message) ?? []
  return unknown === undefined ? message : `Unknown option ${unknown}`
}

function known(options: readonly string[]): string {
  if (options.length === 0) return 'this action has no options'
  return `the options are ${options.map((name) => `--${name}`).join(' and ')}`
}
