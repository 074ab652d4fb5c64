// Converts the URL of a database for pg, and applies its TLS parameters.
import { readFileSync } from 'node:fs'
import { getCACertificates, type ConnectionOptions } from 'node:tls'
import type { PoolConfig } from 'pg'
import type { SslMode } from '#foundation/process/database-setting.ts'

const FILES = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey', crl: 'sslcrl' } as const
const TEXTS = {
  passphrase: 'sslpassword',
  minVersion: 'ssl_min_protocol_version',
  maxVersion: 'ssl_max_protocol_version',
} as const
/** The TLS parameters that are removed from the URL. pg would also read `ssl`, and then ignore the others. */
const TLS_PARAMETERS = ['ssl', 'sslmode', ...Object.values(FILES), ...Object.values(TEXTS)]
/** The value of `sslrootcert` for the authorities that the system trusts, as in libpq. */
const SYSTEM = 'system'

export type ParsedDatabaseUrl = Pick<
  PoolConfig,
  'connectionString' | 'ssl' | 'enableChannelBinding'
>

/** Converts the URL of a database. @throws when a file that it names cannot be read */
export function parseDatabaseUrl(url: string): ParsedDatabaseUrl {
  const parsed = new URL(url)
  const { searchParams } = parsed
  const bound = searchParams.get('channel_binding') === 'require' && { enableChannelBinding: true }
  const mode = searchParams.get('sslmode') as SslMode | null
  const options = tlsOptions(searchParams)
  if (mode === null && options.length === 0) return { connectionString: url, ...bound }
  for (const parameter of TLS_PARAMETERS) searchParams.delete(parameter)
  const ssl = mode !== 'disable' && { ...Object.fromEntries(options), ...verificationOf(mode) }
  return { connectionString: parsed.href, ssl, ...bound }
}

/** Node's TLS options for the parameters, by name. */
function tlsOptions(parameters: URLSearchParams): [string, string | string[]][] {
  const readEach = (
    names: Record<string, string>,
    read: (text: string, name: string) => string | string[],
  ) =>
    Object.entries(names).flatMap(([option, name]): [string, string | string[]][] => {
      const value = parameters.get(name)
      return value === null ? [] : [[option, read(value, name)]]
    })
  return [...readEach(FILES, readFile), ...readEach(TEXTS, (text) => text)]
}

function readFile(file: string, name: string): string | string[] {
  return name === FILES.ca && file === SYSTEM ? getCACertificates('system') : readText(file)
}

/** Refuses an empty file, because Node would use its own authorities instead. */
function readText(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    if (text.trim() === '') throw new Error('it is empty')
    return text
  } catch (error) {
    throw Object.assign(error as Error, { path: file })
  }
}

function verificationOf(mode: SslMode | null): ConnectionOptions {
  if (mode === 'no-verify') return { rejectUnauthorized: false }
  return mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}
}

/** The URL without user and password, which is the same for all roles of a database. */
export function withoutLogin(url: string): string {
  return Object.assign(new URL(url), { username: '', password: '' }).href
}
