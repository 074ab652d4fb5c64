// All scopes (contract, "Scopes"), and `openid` if OpenID Connect is on.
export const SCOPES = ['identity', 'credentials', 'wallet', 'admin'] as const
export const OPENID_SCOPE = 'openid'

/** The names of a space separated list, each once. */
export function scopeNames(scope: string): string[] {
  return [...new Set(scope.split(' ').filter((name) => name !== ''))]
}

/** True when every one of the names is among the allowed. */
export function isWithin(names: readonly string[], allowed: readonly string[]): boolean {
  return names.every((name) => allowed.includes(name))
}
