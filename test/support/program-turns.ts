// Programs that end by themselves, run by turns in one process: each alone would load the same code for a second.
import { expect, vi } from 'vitest'
import type { Environment } from '#foundation/settings/setting.ts'
import type { Installation } from './installation.ts'
import { environmentOf, TIMEOUT } from './process.ts'

export interface Turn {
  code: number | null
  /** Its output on stdout and stderr. */
  output: string
}

export interface ProgramTurns {
  /** Runs a program of the project to its end, with these arguments and settings; one at a time. */
  run(args: readonly string[], more?: Environment): Promise<Turn>
  /** Ends the process, if the installation does not. */
  stop(): Promise<void>
}

const RUNNER = 'test/support/program-runner.ts'
/** The end marks on stdout and stderr. */
const ENDED = /^ended (\d+)\n/gm

/** Starts the process, with the settings of an installation or others. */
export function programTurns({
  settings: common,
  run,
}: Pick<Installation, 'settings' | 'run'>): ProgramTurns {
  const program = run([RUNNER])
  let isOver = false
  void program.ended().then(() => (isOver = true))
  let read = 0
  return {
    async run(args, more = {}) {
      const settings = environmentOf({ ...common, ...more })
      program.type(`${JSON.stringify({ args, settings })}\n`)
      const printed = () => program.output().slice(read)
      const ends = () => [...printed().matchAll(ENDED)]
      await vi.waitUntil(() => isOver || ends().length === 2, TIMEOUT).catch(() => undefined)
      expect(ends(), `${args.join(' ')} does not end. What it printed:\n${printed()}`).toHaveLength(
        2,
      )
      const turn = { code: Number(ends()[0]![1]), output: printed().replaceAll(ENDED, '') }
      read = program.output().length
      return turn
    },
    async stop() {
      program.send('SIGKILL')
      await program.ended()
    },
  }
}
