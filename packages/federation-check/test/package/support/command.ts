// Runs the installed command as a user does.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { NAME, outside } from './installed.ts'

export interface CommandResult {
  code: number | null
  out: string
  err: string
}

interface Way {
  /** The Node that runs the command. */
  node?: string
  /** Arguments of Node itself. */
  before?: readonly string[]
  stdin?: string | Buffer
}

/** Runs federation-check in a folder until its end. */
export async function federationCheck(
  folder: string,
  args: readonly string[],
  { node = process.execPath, before = [], stdin = '' }: Way = {},
): Promise<CommandResult> {
  const bin = join(inject('home'), 'node_modules', NAME, 'bin/federation-check.js')
  const child = spawn(node, [...before, bin, ...args], { cwd: folder, env: outside() })
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve))
  // The command may end before it has read all input.
  child.stdin.on('error', () => {}).end(stdin)
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}

/** Severity and id of each finding of a JSON report. */
export function findingsIn({ out, err }: CommandResult): string[] {
  if (out === '') throw new Error(err)
  const { findings } = JSON.parse(out) as { findings: { severity: string; id: string }[] }
  return findings.map(({ severity, id }) => `${severity} ${id}`)
}
