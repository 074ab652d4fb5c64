// Builds the example app once for the whole run, whose workers would write the same files.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export default async function setup(): Promise<void> {
  const cwd = fileURLToPath(new URL('../../examples/web', import.meta.url))
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)('npm', ['run', 'build'], { cwd, env })
}
