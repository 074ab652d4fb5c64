// `npm run example`: builds examples/web, registers it as a client of the running system, and serves it by
// examples/server. `-- --dev` serves the sources by Vite, which shows each change at once.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fetchDirectly } from '#foundation/peers/direct-fetch.ts'
import { readConfig, serviceSettings } from '#foundation/process/config.ts'
import { requireFreePorts } from '#foundation/process/ports.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { routerSettings } from '../router/settings.ts'
import { identity } from '../subgraphs/identity/subgraph.ts'
import { registeredClient, type ExampleSystem } from './client.ts'
import { registerDocuments } from './documents.ts'

const WEB = new URL('web/', import.meta.url).pathname
const SERVER = new URL('server/', import.meta.url).pathname

/** The port of Vite's development server (examples/web/vite.config.ts). */
const DEV_PORT = 5173

async function startExample(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      dev: { type: 'boolean', default: false },
    },
  })
  const { port, dev } = values
  const appUrl = `http://localhost:${dev ? DEV_PORT : port}`
  const system = { ...runningSystem(), appUrl, port }
  await requireRunning(system)
  await requireFree(port, '--port')
  if (dev) await requireFree(DEV_PORT, '--dev')
  install(WEB)
  install(SERVER)
  npm(WEB, 'run', dev ? 'codegen' : 'build')
  if (!dev) tellOfDocuments(registerDocuments())
  const settings = await registeredClient(system)
  serve({ ...settings, ...(dev && { APP_FOLDER: '' }) })
  if (dev) spawn('npm', ['run', 'dev'], { cwd: WEB, stdio: 'inherit', env: viteEnvironment(port) })
  console.log(`\nOnce it is ready, sign in as grace with demo-password: ${appUrl}\n`)
  if (process.stdout.isTTY) open(appUrl)
}

/** Where the system is that the settings of this shell describe. */
function runningSystem(): Pick<ExampleSystem, 'issuer' | 'routerUrl'> {
  const config = readConfig(process.env, [identity])
  const issuer = serviceSettings(config, identity.name).baseUrl
  return { issuer, routerUrl: `http://localhost:${routerSettings.read(config.env).port}/graphql` }
}

async function requireRunning({ issuer }: Pick<ExampleSystem, 'issuer'>): Promise<void> {
  const response = await fetchDirectly(`${issuer}/readyz`).catch(() => undefined)
  if (response?.ok) return
  throw new SettingError(`Nothing runs at ${issuer}. Start the system first: npm start`)
}

/** @throws if something listens there, such as another `npm run example` */
function requireFree(port: string | number, setting: string): Promise<void> {
  return requireFreePorts([{ host: 'localhost', port: Number(port), setting }])
}

/** Installs the packages of a folder, unless they are those of its lock. */
function install(folder: string): void {
  const installed = `${folder}node_modules/.package-lock.json`
  const lock = statSync(`${folder}package-lock.json`)
  if (existsSync(installed) && statSync(installed).mtimeMs >= lock.mtimeMs) return
  npm(folder, 'ci', '--no-audit', '--no-fund')
}

function npm(folder: string, ...args: string[]): void {
  // Whatever the shell has: Vite would build the app for it.
  const env = { ...process.env, NODE_ENV: undefined }
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', env })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} has failed in ${folder}.`)
}

function tellOfDocuments(haveChanged: boolean): void {
  if (!haveChanged) return
  console.log(
    'The documents of the app have changed. Restart npm start, which reads them at its start.',
  )
}

function serve(settings: NodeJS.ProcessEnv): void {
  const server = spawn(process.execPath, ['src/main.ts'], {
    cwd: SERVER,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  })
  server.once('exit', (code) => process.exit(code ?? 0))
}

function viteEnvironment(port: string): NodeJS.ProcessEnv {
  return { ...process.env, SERVER_URL: `http://localhost:${port}` }
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** Shows the app in the browser; without one, the printed address is enough. */
function open(url: string): void {
  const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore' })
  opener.once('error', () => undefined)
  opener.unref()
}

try {
  await startExample()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
