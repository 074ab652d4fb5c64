// Grafbase's gateway, which is written in Rust. `node operations/bench/peers/grafbase.ts PORT FOLDER`: the folder has its
// grafbase.toml.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'

const [port, cwd] = process.argv.slice(2) as [string, string]
const require = createRequire(import.meta.url)
const program = require.resolve('@grafbase/cli-x86_64-unknown-linux-musl/grafbase')
// It ends with this process, which a benchmark kills.
const command = ['--pdeathsig', 'KILL', program, 'dev', '-p', port]
const gateway = spawn('setpriv', command, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
const ended = once(gateway, 'exit')

/** Whether it answers queries yet. */
async function isReady(): Promise<boolean> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{__typename}"}',
  }
  return fetch(`http://127.0.0.1:${port}/graphql`, init).then(
    ({ ok }) => ok,
    () => false,
  )
}
while (!(await isReady())) await Promise.race([delay(100), ended.then(() => process.exit(1))])
console.log('Ready.')
