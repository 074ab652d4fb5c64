// Loaded before the program it measures: how much processor time one turn of its event loop takes at most.
// `node --import operations/bench/longest-turn.ts?to=FILE main.ts`; SIGUSR2 writes the milliseconds and starts again.
import { renameSync, writeFileSync } from 'node:fs'

const LOOK_MS = 5
const file = new URL(import.meta.url).searchParams.get('to')!

let longest = 0
let last = used()

/** The time of this thread alone: it does not grow while another program has the processor. */
function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function look(): void {
  const now = used()
  longest = Math.max(longest, now - last)
  last = now
}

setInterval(look, LOOK_MS).unref()
process.on('SIGUSR2', () => {
  look()
  writeFileSync(`${file}.new`, String(longest))
  renameSync(`${file}.new`, file)
  longest = 0
})
