// `npm run schema:check`: may the working tree take the place of the base? See docs/schema-checks.md.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Two thousand modules are loaded, which takes longer than the check. Only what is imported after this
// comes from the cache. It is no folder that others may write to, as one for all projects would be.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/schema-check', import.meta.url)))

// A service may end the process while it is loaded: what nobody has compared must not pass.
let isDone = false
process.on('exit', () => {
  if (isDone) return
  process.stderr.write('The check was ended by what it loads, before it had a report.\n')
  process.exitCode = 2
})

const { command } = await import('./check/command.ts')
const { code, out, err } = await command(process.argv.slice(2), process.stdout.isTTY)
if (out !== undefined) process.stdout.write(`${out}\n`)
if (err !== undefined) process.stderr.write(`${err}\n`)
process.exitCode = code
isDone = true
