// `npm run -s token`: prints an access token of a demo person for the running system, nothing else.
import { parseArgs } from 'node:util'
import { serviceSettings, SettingError, type Config } from '#foundation/config.ts'
import { newId } from '#foundation/ids.ts'
import { readCommandConfig, runCommand, withDatabase } from './command.ts'
import { signAccessToken } from './oauth/access-token.ts'
import { loadSigningKeys } from './oauth/signing-keys.ts'
import { identity } from './subgraph.ts'
import type { Identity } from './tables.ts'

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
  const config = readCommandConfig()
  if (config.production) throw new SettingError('Demo tokens are refused in production.')
  const person = await findPerson(config, values.username)
  const keys = await loadSigningKeys(config.dataDir)
  const claims = {
    issuer: serviceSettings(config, identity.name).baseUrl,
    audience: config.tokenAudience,
    subject: person.id,
    clientId: values.client,
    grantId: newId('grant'),
    scope: checkedScope(values.scope, person),
    tier: tierOf(values.client),
  }
  console.log(await signAccessToken(keys, claims, new Date()))
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
  const person = await withDatabase(config, (db) =>
    db.selectFrom('identities').selectAll().where('username', '=', username).executeTakeFirst(),
  )
  if (person) return person
  throw new SettingError(`Nobody is called ${username}.`)
}

await runCommand(printToken)
