// Checks at startup that the configured databases are usable, and explains why one is not.
import { Client, DatabaseError, type ClientConfig } from 'pg'
import { certificateFault } from '#foundation/database/address/certificate-fault.ts'
import { requireBinding } from '#foundation/database/address/channel-binding.ts'
import {
  connectionConfig,
  isTransactionPooler,
} from '#foundation/database/address/connection-config.ts'
import { parseDatabaseUrl } from '#foundation/database/address/database-url.ts'
import { StandbyError } from '#foundation/database/connections/standby.ts'
import type { ServiceConfig } from '#foundation/process/config.ts'
import { isSeveral, ONE_HOST } from '#foundation/process/database-setting.ts'
import { ignorePostgresVariables } from '#foundation/process/ignored-variables.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { systemReason } from '#foundation/process/system-error.ts'
import type { Log } from '#foundation/telemetry/log.ts'

const RESPONSE_MS = 10_000
const TIMEOUTS = { connectionTimeoutMillis: RESPONSE_MS, query_timeout: RESPONSE_MS }
const ROLE_AND_MODE = `
  select rolsuper, current_setting('transaction_read_only') = 'on' as takes_no_changes
  from pg_roles where rolname = current_user`

/**
 * Connects once to each configured database.
 * @returns the settings whose role is a superuser
 * @throws SettingError for the first one that does not accept a connection within ten seconds
 */
export async function requireDatabases(services: readonly ServiceConfig[]): Promise<string[]> {
  // PGHOST and its like may complete the URLs only if every service has one.
  if (services.some((service) => service.databaseUrl === undefined)) ignorePostgresVariables()
  const urls = new Map<string, string>()
  for (const { databaseSetting, databaseUrl } of services) {
    if (databaseUrl !== undefined) urls.set(databaseSetting, databaseUrl)
  }
  const checks = [...urls].map(async ([setting, url]) => {
    return (await requireDatabase(setting, url)) ? [setting] : []
  })
  return (await Promise.all(checks)).flat()
}

/** Warns of the settings that `requireDatabases` returned. A superuser may read and change every service's data. */
export function warnOfSuperusers(settings: readonly string[], log: Log): void {
  if (settings.length === 0) return
  log.warn(
    { settings },
    'the role of a database URL is a superuser: give each service a role of its own (docs/operations/postgresql.md, "A role for each service")',
  )
}

interface RoleAndMode {
  rolsuper: boolean
  takes_no_changes: boolean
}

/** Connects once. Returns true if the role is a superuser. @throws SettingError */
async function requireDatabase(setting: string, url: string): Promise<boolean> {
  let client: Client | undefined
  try {
    const config = checkConfig(url)
    client = new Client({ ...config, ...TIMEOUTS })
    requireBinding(client, config)
    // PGHOST may name several hosts, too.
    if (isSeveral(client.host)) throw new SettingError(`${setting} ${ONE_HOST}`)
    // Without a listener, a lost connection would end this process.
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<RoleAndMode>(ROLE_AND_MODE)
    if (rows[0]?.takes_no_changes) throw new StandbyError()
    return rows[0]?.rolsuper === true
  } catch (error) {
    if (error instanceof SettingError) throw error
    const server = client ? `${client.host}:${client.port}` : 'the database'
    throw new SettingError(`${setting}: ${refusal(server, error)}.`)
  } finally {
    // A server that does not respond would not confirm the end.
    client?.connection.stream.destroy()
  }
}

/** The configuration has the session settings of a service, because a pooler may refuse them. */
function checkConfig(url: string): ClientConfig {
  if (isTransactionPooler(url)) return parseDatabaseUrl(url)
  return connectionConfig(url, 'public', { statementTimeoutMs: RESPONSE_MS })
}

/** pg's message when the server asks for a password and the URL has none. */
const WITHOUT_PASSWORD = /client password must be/

/** Explains a failed connection. PostgreSQL's message names the user and the database, never the password. */
function refusal(server: string, error: unknown): string {
  if (error instanceof DatabaseError) {
    const refused = `${server} refuses the connection (${error.message})`
    const isPooler = error.message.startsWith('unsupported startup parameter')
    return isPooler ? `${refused}. If it is PgBouncer, add pgbouncer=true to the URL` : refused
  }
  if (error instanceof StandbyError) {
    return `${server} takes no changes: the URL must lead to the primary`
  }
  const fault = error instanceof Error ? certificateFault(server, error) : undefined
  if (fault !== undefined) return fault
  const { path: file } = error as NodeJS.ErrnoException
  const message = error instanceof Error ? error.message : String(error)
  if (file !== undefined) return `cannot read ${file} (${systemReason(error) ?? message})`
  const silent = /^(timeout expired|Query read timeout)$/.test(message)
  const reason = silent ? `no response within ${RESPONSE_MS / 1000} seconds` : systemReason(error)
  if (WITHOUT_PASSWORD.test(message)) return `${server} wants a password, and the URL has none`
  return `cannot reach ${server} (${reason ?? message})`
}
