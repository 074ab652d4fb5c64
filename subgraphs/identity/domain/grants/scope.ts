// All scopes (contract, "Scopes"), and those of OpenID Connect if it is on.
import type { Client } from '../../tables.ts'

export const SCOPES = ['identity', 'credentials', 'wallet', 'admin'] as const
export const OPENID_SCOPE = 'openid'
/** What a client that may ask for `openid` may ask for as well (OpenID Connect Core, 5.4 and 11). */
export const OPENID_SCOPES = ['profile', 'email', 'offline_access'] as const

/** The names of a space separated list, each once. */
export function scopeNames(scope: string): string[] {
  return [...new Set(scope.split(' ').filter((name) => name !== ''))]
}

/** True when every one of the names is among the allowed. */
export function isWithin(names: readonly string[], allowed: readonly string[]): boolean {
  return names.every((name) => allowed.includes(name))
}

/** The scopes that a client may ask people for, with OpenID Connect or without. */
export function requestableScopes({ scopes }: Pick<Client, 'scopes'>, openid: boolean): string[] {
  if (!openid) return scopes.filter((name) => name !== OPENID_SCOPE)
  return scopes.includes(OPENID_SCOPE) ? [...new Set([...scopes, ...OPENID_SCOPES])] : scopes
}

/** The scopes that a client may have for itself; none unless it may act for itself. */
export function machineScopes({
  kind,
  machineScopes: granted,
  scopes,
}: Pick<Client, 'kind' | 'machineScopes' | 'scopes'>): string[] {
  if (kind !== 'confidential') return []
  // Clients that may have `admin` could always act for themselves.
  const all = granted ?? (scopes.includes('admin') ? scopes : [])
  return all.filter((name) => name !== OPENID_SCOPE)
}
