// `npm run -s token`: prints an access token of a demo person for the running system, nothing else.
import { parseArgs } from 'node:util'
import { readConfig, serviceSettings, SettingError, type Config } from '#foundation/config.ts'
import { openDatabase } from '#foundation/database.ts'
import { runningPostgresUrl } from '#foundation/embedded-postgres.ts'
import { newId } from '#foundation/ids.ts'
import { createLog } from '#foundation/log.ts'
import { signAccessToken } from './oauth/access-token.ts'
import { createKeyring } from './oauth/keyring.ts'
import { identity } from './subgraph.ts'
import type { Identity, IdentityTables } from './tables.ts'

const SCOPES = ['identity', 'credentials', 'wallet', 'admin']
const CLIENTS = {
  'demo-web': 'authenticated',
  'demo-server': 'authenticated',
  'demo-partner': 'partner',
} as const

async function printToken(): Promise<void> {
  const { values } = parseArgs({
    options: {
      username: { type: 'string', default: 'ada' },
      scope: { type: 'string', default: 'identity' },
      client: { type: 'string', default: 'demo-web' },
    },
  })
  const config = readConfig(process.env, [identity])
  if (config.production) throw new SettingError('Demo tokens are refused in production.')
  const person = await findPerson(config, values.username)
  const claims = {
    issuer: serviceSettings(config, identity.name).baseUrl,
    audience: config.tokenAudience,
    subject: person.id,
    clientId: values.client,
    grantId: newId('grant'),
    scope: checkedScope(values.scope, person),
    tier: tierOf(values.client),
  }
  const now = () => new Date()
  const keyring = createKeyring(config.dataDir, now, createLog('silent', 'token'))
  console.log(await signAccessToken(await keyring.signingKey(), claims, now()))
}

function tierOf(client: string): 'authenticated' | 'partner' {
  if (Object.hasOwn(CLIENTS, client)) return CLIENTS[client as keyof typeof CLIENTS]
  throw new SettingError(`--client must be one of ${Object.keys(CLIENTS).join(', ')}.`)
}

/** `admin` is given to administrators alone (decisions, "Authentication"). */
function checkedScope(scope: string, { role, username }: Identity): string {
  const scopes = scope.split(' ').filter((name) => name !== '')
  const unknown = scopes.find((name) => !SCOPES.includes(name))
  if (unknown !== undefined || scopes.length === 0) {
    throw new SettingError(`--scope must name some of ${SCOPES.join(', ')}, separated by spaces.`)
  }
  if (scopes.includes('admin') && role !== 'admin') {
    throw new SettingError(`The scope admin is for administrators, and ${username} is not one.`)
  }
  return scopes.join(' ')
}

async function findPerson(config: Config, username: string): Promise<Identity> {
  const url =
    serviceSettings(config, identity.name).databaseUrl ?? (await runningPostgresUrl(config.dataDir))
  if (url === undefined) throw new SettingError('The system is not running: `npm start` starts it.')
  const db = openDatabase<IdentityTables>(url, identity.name, createLog('silent', 'token'))
  try {
    const person = await db
      .selectFrom('identities')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirst()
    if (person) return person
    throw new SettingError(`Nobody is called ${username}.`)
  } finally {
    await db.destroy()
  }
}

await printToken().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
