// The program `federation-check`: can the head replace the base?
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Loading two thousand modules takes longer than the check, so imports after this line are cached.
// The cache folder belongs to this project: others could write to a shared one.
const modules = join(process.cwd(), 'node_modules')
if (existsSync(modules)) enableCompileCache(join(modules, '.cache/federation-check'))

// A service may end the process while it loads. A check without a report must not pass.
let isDone = false
process.on('exit', () => {
  if (isDone) return
  process.stderr.write('A loaded module ended the check before it had a report.\n')
  process.exitCode = 2
})

const { command } = await import('./command.ts')
const { code, out, err } = await command(
  process.argv.slice(2),
  process.stdout.isTTY,
  process.stdout.columns,
)
if (out !== undefined) process.stdout.write(`${out}\n`)
if (err !== undefined) process.stderr.write(`${err}\n`)
process.exitCode = code
isDone = true
