// Runs programs of the project by turns in this process, so that what they share is loaded once.
// A line of its input is one turn; the line `ended <code>` on both of its outputs is the turn's end.
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

interface Turn {
  args: readonly string[]
  settings: Readonly<Record<string, string | undefined>>
}

/** Thrown by process.exit, so that the program stops there. */
class Exit extends Error {}

const outputs = [process.stdout, process.stderr].map((stream) => {
  return { stream, write: stream.write.bind(stream) }
})
const turn = { number: 0, isOver: true }

process.exit = (code) => {
  finish(code ?? process.exitCode ?? 0)
  throw new Exit()
}
for await (const line of createInterface({ input: process.stdin })) {
  await run(JSON.parse(line) as Turn)
}

async function run({ args, settings }: Turn): Promise<void> {
  const [file = '', ...more] = args
  const listeners = process.eventNames().map((name) => [name, process.rawListeners(name)] as const)
  const open = process.getActiveResourcesInfo().length
  for (const { stream, write } of outputs) stream.write = write
  process.argv = [process.execPath, resolve(file), ...more]
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, settings)
  process.exitCode = undefined
  turn.number += 1
  turn.isOver = false
  try {
    // Loads the program's own file again each time.
    await import(`${pathToFileURL(file).href}?turn=${turn.number}`)
    await untilOpen(open)
    finish(process.exitCode ?? 0)
  } catch (error) {
    if (!(error instanceof Exit)) throw error
  } finally {
    keepListeners(new Map(listeners))
  }
}

/** Resolves when a process of its own would end: nothing keeps it running. */
async function untilOpen(max: number): Promise<void> {
  while (!turn.isOver && process.getActiveResourcesInfo().length > max) await delay(2)
}

/** Output after the end belongs to no turn, for example of a program that catches an Exit. */
function finish(code: number | string): void {
  if (turn.isOver) return
  turn.isOver = true
  for (const { stream, write } of outputs) {
    write(`ended ${code}\n`)
    stream.write = () => true
  }
}

function keepListeners(kept: ReadonlyMap<string | symbol, readonly unknown[]>): void {
  for (const name of process.eventNames()) {
    for (const listener of process.rawListeners(name)) {
      if (!kept.get(name)?.includes(listener)) {
        process.removeListener(name, listener as () => void)
      }
    }
  }
}
