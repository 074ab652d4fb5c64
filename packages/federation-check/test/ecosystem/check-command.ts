// `npm run schema:check` in this process.
import { join } from 'node:path'
import { root } from '../../../../schema/check.config.ts'
import { command } from '../../src/commands/command.ts'

export const CONFIG = ['--config', join(root, 'schema/check.config.ts')]

/** Runs the check of this project with arguments, as in a pipe. */
export function checkCommand(args: readonly string[]): ReturnType<typeof command> {
  return command([...CONFIG, ...args], false)
}
