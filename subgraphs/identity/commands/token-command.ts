// `npm run -s token`: prints an access token of a demo person for the running system, nothing else.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fetchDirectly, readJson } from '#foundation/peers/direct-fetch.ts'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'
import { readConfig, serviceSettings } from '#foundation/process/config.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { DEMO_CLIENTS } from '../demo.ts'
import { signInAsDemoPerson, type DemoClient } from '../demo-sign-in.ts'
import { identity } from '../subgraph.ts'

const USAGE = `Prints an access token of a demo person for the running system.

  token -- [--username NAME]   the person (default: ada)
      --scope "NAME…"          its scopes (default: identity)
      --client ID              the demo client (default: demo-web)`

async function printToken(): Promise<void> {
  const { values } = parseArgs({
    options: {
      username: { type: 'string', default: 'ada' },
      scope: { type: 'string', default: 'identity' },
      client: { type: 'string', default: 'demo-web' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return
  }
  const config = readConfig(process.env, [identity])
  if (config.production) throw new SettingError('Demo tokens are not available in production.')
  const issuer = serviceSettings(config, identity.name).baseUrl
  const { username, scope } = values
  const demo = { issuer, username, scope, client: demoClient(values.client) }
  const kept = await keptTokens(config.dataDir)
  const key = [issuer, username, scope, values.client].join(' ')
  const known = kept[key]
  if (known && (await isLive(issuer, known, scope.split(' ').includes('admin')))) {
    console.log(known)
    return
  }
  const token = await signInAsDemoPerson(demo).catch(explainAbsence)
  await keepTokens(config.dataDir, { ...kept, [key]: token })
  console.log(token)
}

function demoClient(id: string): DemoClient {
  const client = DEMO_CLIENTS.find((known) => known.id === id)
  if (client) return client
  throw new SettingError(`--client must be one of ${DEMO_CLIENTS.map(({ id }) => id).join(', ')}.`)
}

type Tokens = Record<string, string>

const MAX_KEPT = 20

/** The stored tokens. Each is reused while it is valid, so that calls of this command stay below the rate limit. */
async function keptTokens(dataDir: string): Promise<Tokens> {
  const file = join(dataDir, 'demo-tokens.json')
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const tokens = parseTokens(text)
  if (tokens) return tokens
  throw new SettingError(`${file} does not hold tokens. Remove it, and run the command again.`)
}

function parseTokens(text: string): Tokens | undefined {
  try {
    const tokens: unknown = JSON.parse(text)
    const isObject = typeof tokens === 'object' && tokens !== null && !Array.isArray(tokens)
    return isObject ? (tokens as Tokens) : undefined
  } catch {
    return undefined
  }
}

async function keepTokens(dataDir: string, tokens: Tokens): Promise<void> {
  const file = join(dataDir, 'demo-tokens.json')
  const draft = `${file}.${crypto.randomUUID()}`
  const latest = Object.fromEntries(Object.entries(tokens).slice(-MAX_KEPT))
  await mkdir(dataDir, { recursive: true })
  await writeFile(draft, JSON.stringify(latest), { mode: 0o600 })
  await rename(draft, file)
}

/** Slightly shorter than the ten minutes within which an administrative change needs a sign-in. */
const ADMIN_FRESH_MS = 9 * 60_000

/** Checks the token at the ID service, which knows about sign-outs and a new database. */
async function isLive(issuer: string, token: string, admin: boolean): Promise<boolean> {
  const { id, secret } = DEMO_CLIENTS[1]
  const fields = { token, client_id: id, client_secret: secret }
  const body = new URLSearchParams(fields)
  const response = await fetchDirectly(`${issuer}/api/oauth/introspect`, {
    method: 'POST',
    body,
  }).catch(explainAbsence)
  const result = (await readJson(response)) as {
    active?: boolean
    exp?: number
    auth_time?: number
  }
  const isFresh = !admin || result.auth_time! * 1000 > Date.now() - ADMIN_FRESH_MS
  return result.active === true && result.exp! * 1000 > Date.now() + 60_000 && isFresh
}

function explainAbsence(error: unknown): never {
  if (error instanceof SettingError || error instanceof UnexpectedResponse) throw error
  throw new SettingError('The system is not running. Start it with `npm start`.', { cause: error })
}

await printToken().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
