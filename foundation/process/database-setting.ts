// Reads the address of a database: one host, and a way of TLS that keeps what its name promises.
import { optionalUrl, SettingError, text, type Environment } from '#foundation/process/setting.ts'

/**
 * The values of `sslmode`. pg 8 takes `require` and `verify-ca` for `verify-full`, and pg 9 will not, so we decide:
 * `require` verifies as before, and `verify-ca` leaves out the name of the host as in libpq.
 */
const SSL_MODES = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]

const POSTGRES = ['postgres:', 'postgresql:']

/** @throws SettingError; its message does not repeat the address, which may contain a password */
export function databaseUrl(env: Environment, name: string): string | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  if (isSeveral(hostsOf(value))) throw new SettingError(`${name} ${ONE_HOST}`)
  const url = optionalUrl(env, name, POSTGRES)!
  const mode = new URL(url).searchParams.get('sslmode')
  if (mode === null || SSL_MODES.some((known) => known === mode)) return url
  throw new SettingError(`${name} has an sslmode that is not one of ${SSL_MODES.join(', ')}.`)
}

/** Continues a sentence that begins with the name of the setting. */
export const ONE_HOST =
  'names several hosts, but must name one that always leads to the primary: HAProxy that checks ' +
  "Patroni's /primary, the -rw service of CloudNativePG, or the endpoint of RDS."

/** True for hosts separated by commas, as libpq reads them. */
export function isSeveral(hosts: string): boolean {
  return /,|%2c/i.test(hosts)
}

/** What stands for hosts and ports in an address, also in one that is no URL because each host has a port. */
function hostsOf(address: string): string {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(address) ?? []
  const { searchParams } = new URL(rest.replace(/^[^?]*/, ''), 'postgres://host')
  const hosts = ['host', 'hostaddr', 'port'].map((name) => searchParams.getAll(name).join(','))
  return [authority.replace(/^.*@/s, ''), ...hosts].join(' ')
}
