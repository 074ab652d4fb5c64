// The example as a client of the running system: registered once, and kept in examples/server/.env.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { fetchDirectly } from '#foundation/peers/direct-fetch.ts'
import { administer } from '../subgraphs/identity/commands/command.ts'
import { registerClient } from '../subgraphs/identity/domain/clients/client.ts'

export interface ExampleSystem {
  issuer: string
  routerUrl: string
  /** Where the browser sees the app. */
  appUrl: string
  /** The port of examples/server. */
  port: string
}

/** The settings of examples/server. */
type Settings = Record<string, string>

const FILE = new URL('server/.env', import.meta.url)

/** The settings from the file, if the system still knows the client; those of a new client otherwise. */
export async function registeredClient(system: ExampleSystem): Promise<Settings> {
  const known = readSettings()
  const own = settingsOf(system)
  const isForSystem = Object.entries(own).every(([name, value]) => known[name] === value)
  if (isForSystem && (await isRegistered(system.issuer, known))) return known
  const settings = { ...own, ...(await register(system)) }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(FILE, lines.join(''), { mode: 0o600 })
  return settings
}

function settingsOf({ issuer, routerUrl, appUrl, port }: ExampleSystem): Settings {
  return { PORT: port, APP_URL: appUrl, ISSUER: issuer, ROUTER_URL: routerUrl }
}

function readSettings(): Settings {
  try {
    return parseEnv(readFileSync(FILE, 'utf8')) as Settings
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** `npm run reset` deletes clients, too. Introspection tells, because it needs the secret. */
async function isRegistered(issuer: string, settings: Settings): Promise<boolean> {
  const { CLIENT_ID = '', CLIENT_SECRET = '' } = settings
  const response = await fetchDirectly(`${issuer}/api/oauth/introspect`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({ token: 'any' }),
  })
  return response.ok
}

async function register({ appUrl }: ExampleSystem): Promise<Settings> {
  const { client, secret } = await administer((ctx) =>
    registerClient(ctx, {
      name: 'Example app',
      kind: 'confidential',
      redirectUris: [`${appUrl}/auth/callback`, `${appUrl}/signed-out`],
      scopes: ['openid', 'identity', 'credentials', 'wallet', 'admin'],
      tier: 'authenticated',
    }),
  )
  const sessionSecret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  return { CLIENT_ID: client.id, CLIENT_SECRET: secret!, SESSION_SECRET: sessionSecret }
}
