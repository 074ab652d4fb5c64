// Reads the URL of a database: one host, and a TLS mode that keeps what its name promises.
import { url } from '#foundation/settings/value-parsers.ts'
import { SettingError, type ValueParser } from '#foundation/settings/setting.ts'

/**
 * The values of `sslmode`. pg 8 treats `require` and `verify-ca` as `verify-full`, and pg 9 will not, so we decide:
 * `require` verifies as before, and `verify-ca` does not check the name of the host, as in libpq.
 */
const SSL_MODES = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]

/** The versions that `ssl_min_protocol_version` and `ssl_max_protocol_version` may name. */
const TLS_VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const

/** The supported values of those libpq parameters that promise something about the connection. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  sslmode: SSL_MODES,
  channel_binding: ['disable', 'prefer', 'require'],
  ssl_min_protocol_version: TLS_VERSIONS,
  ssl_max_protocol_version: TLS_VERSIONS,
  gssencmode: ['disable', 'prefer'],
  sslcertmode: ['disable', 'allow'],
  target_session_attrs: ['any', 'read-write', 'primary'],
}

/** Parameters that promise something which pg does not keep. */
const UNKEPT = [
  'require_auth',
  'requirepeer',
  'sslcrldir',
  'service',
  'servicefile',
  'passfile',
  'hostaddr',
]

const POSTGRES = url(['postgres://', 'postgresql://'])

/** The URL of a database. Errors do not repeat it, because it may contain a password. */
export const databaseUrl: ValueParser<string | undefined> = {
  read(name, value, env) {
    if (value === undefined) return undefined
    if (isSeveral(hostsOf(value))) throw new SettingError(`${name} ${ONE_HOST}`)
    POSTGRES.read(name, value, env)
    requireKept(name, new URL(value).searchParams)
    return value
  },
}

/** Refuses promises in a URL that pg would not keep. @throws SettingError */
function requireKept(name: string, parameters: URLSearchParams): void {
  for (const [parameter, values] of Object.entries(VALUES)) {
    const value = parameters.get(parameter)
    if (value === null || values.includes(value)) continue
    throw new SettingError(
      `${name} has a value of ${parameter} that is not one of ${values.join(', ')}.`,
    )
  }
  const unkept = UNKEPT.find((parameter) => parameters.has(parameter))
  if (unkept !== undefined) {
    throw new SettingError(`${name} has ${unkept}, which the services do not follow: leave it out.`)
  }
  const mode = parameters.get('sslmode') ?? 'verify-full'
  if (parameters.get('sslrootcert') !== 'system' || /^(require|verify-full)$/.test(mode)) return
  throw new SettingError(
    `${name} has sslrootcert=system, beside which sslmode must be verify-full or require, not ${mode}: ` +
      'everybody can have a certificate of these authorities.',
  )
}

/** Continues a sentence that begins with the name of the setting. */
export const ONE_HOST =
  'names several hosts, but must name one that always leads to the primary: HAProxy that checks ' +
  "Patroni's /primary, the -rw service of CloudNativePG, or the endpoint of RDS."

/** True for hosts separated by commas, as libpq reads them. */
export function isSeveral(hosts: string): boolean {
  return /,|%2c/i.test(hosts)
}

/** The hosts and ports in a URL, even in one that `URL` cannot parse because each host has a port. */
function hostsOf(url: string): string {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  const { searchParams } = new URL(rest.replace(/^[^?]*/, ''), 'postgres://host')
  const hosts = ['host', 'hostaddr', 'port'].map((name) => searchParams.getAll(name).join(','))
  return [authority.replace(/^.*@/s, ''), ...hosts].join(' ')
}
