// The variables of PostgreSQL's own programs (PGHOST, PGSSLMODE, …), which mean another database. node-postgres would
// fill in with them what an address leaves out.
import { env } from 'node:process'

const ignored = new Map<string, string | undefined>()

/** Removes them from the environment of this process. Call it before connecting. */
export function ignorePostgresVariables(): void {
  for (const name of Object.keys(env).filter((key) => key.startsWith('PG'))) {
    ignored.set(name, env[name])
    Reflect.deleteProperty(env, name)
  }
}

/** What an address may hold instead. */
const FOR_ADDRESSES = ['PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD', 'PGPASSFILE', 'PGDATABASE']

/** The end of a message about a failed connection that they may have led to; empty when none is set. */
export function adviceOnVariables(): string {
  const set = FOR_ADDRESSES.filter((name) => ignored.has(name))
  if (set.length === 0) return ''
  return `. Only the address counts: put into it what ${set.join(', ')} should say`
}

const WITH_TLS = ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
const ABOUT_TLS = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation']

/**
 * The PGSSLMODE that asked for TLS, where the address does not say whether to use it: a connection without would be
 * a surprise. Undefined where there is none.
 */
export function ignoredTls(url: string): string | undefined {
  const mode = ignored.get('PGSSLMODE')
  const { searchParams } = new URL(url)
  if (mode === undefined || !WITH_TLS.includes(mode)) return undefined
  return ABOUT_TLS.some((name) => searchParams.has(name)) ? undefined : mode
}
