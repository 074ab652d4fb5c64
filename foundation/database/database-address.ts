// The address of a database for pg, with what its TLS parameters mean.
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type { PoolConfig } from 'pg'
import type { SslMode } from '#foundation/process/database-setting.ts'

const FILES = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' } as const
/** pg would take `ssl`, too, and then ignore the others. */
const TLS_PARAMETERS = ['ssl', 'sslmode', ...Object.values(FILES)]

export type DatabaseAddress = Pick<PoolConfig, 'connectionString' | 'ssl'>

/** @throws when a file of the address cannot be read */
export function addressOf(url: string): DatabaseAddress {
  const address = new URL(url)
  const { searchParams } = address
  const files = Object.entries(FILES).flatMap(([option, parameter]) => {
    const file = searchParams.get(parameter)
    return file === null ? [] : [[option, readText(file)]]
  })
  const mode = searchParams.get('sslmode') as SslMode | null
  if (mode === null && files.length === 0) return { connectionString: url }
  for (const parameter of TLS_PARAMETERS) searchParams.delete(parameter)
  const ssl = mode !== 'disable' && { ...Object.fromEntries(files), ...verificationOf(mode) }
  return { connectionString: address.href, ssl }
}

/** An empty authority would stand for those of Node. */
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

/** An address that is the same for all roles of a database. */
export function withoutLogin(url: string): string {
  return Object.assign(new URL(url), { username: '', password: '' }).href
}
