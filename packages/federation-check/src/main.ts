// The program `federation-check`: can the head replace the base?
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join } from 'node:path'

// Loading two thousand modules takes longer than the check, so imports after this line are cached.
// The cache folder belongs to this project: others could write to a shared one.
const modules = join(process.cwd(), 'node_modules')
// The function exists since Node 22.8.
if (existsSync(modules)) nodeModule.enableCompileCache?.(join(modules, '.cache/federation-check'))

// Code of a project may end the process while it loads. A check without a report must fail.
let isDone = false
process.on('exit', () => {
  if (isDone) return
  process.stderr.write('A loaded module ended the check before it had a report.\n')
  process.exitCode = 2
})

const { startProgress } = await import('./progress.ts')
const progress = startProgress(process.stderr, process.env)
const { command } = await import('./commands/command.ts')
const { isTTY, columns } = process.stdout
const { code, out, err } = await command(process.argv.slice(2), isTTY, columns, progress.say)
progress.end()
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
if (out !== undefined) await written(process.stdout, out)
if (err !== undefined) await written(process.stderr, err)
isDone = true
// A module of the configuration may leave a connection or a timer, which would keep the process running.
process.exit(code)

/** Resolves when the pipe has taken everything, or its reader has closed it. */
function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => void stream.write(`${text}\n`, () => resolve()))
}
