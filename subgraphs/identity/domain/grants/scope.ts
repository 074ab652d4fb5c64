// All scopes (contract, "Authentication"), and those of OpenID Connect.
import type { Client } from '../../tables.ts'

export const SCOPES = ['identity', 'credentials', 'wallet', 'admin'] as const
export const OPENID_SCOPE = 'openid'
/** Scopes that a client with `openid` may also request (OpenID Connect Core, 5.4 and 11). */
export const OPENID_SCOPES = ['profile', 'email', 'offline_access'] as const

/** Splits a space-separated list and removes duplicates. */
export function scopeNames(scope: string): string[] {
  return [...new Set(scope.split(' ').filter((name) => name !== ''))]
}

/** True if every name is allowed. */
export function isWithin(names: readonly string[], allowed: readonly string[]): boolean {
  return names.every((name) => allowed.includes(name))
}

/** The scopes that a client may request from people. */
export function requestableScopes({ scopes }: Pick<Client, 'scopes'>): string[] {
  return scopes.includes(OPENID_SCOPE) ? [...new Set([...scopes, ...OPENID_SCOPES])] : scopes
}

/** The scopes that a client may have as a machine client; none unless it is allowed to be one. */
export function machineScopes({
  kind,
  machineScopes: granted,
  scopes,
}: Pick<Client, 'kind' | 'machineScopes' | 'scopes'>): string[] {
  if (kind !== 'confidential') return []
  // Clients with the scope `admin` could always be machine clients.
  const all = granted ?? (scopes.includes('admin') ? scopes : [])
  return all.filter((name) => name !== OPENID_SCOPE)
}
