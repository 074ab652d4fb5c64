// The system identity: it owns what nobody else owns, and nobody can sign in as it.
import { refused } from '#foundation/domain/errors.ts'
import type { Identity } from '../../tables.ts'

/** Throws unless the identity is a person. @throws SYSTEM_IDENTITY */
export function refuseSystemIdentity({
  kind,
  username,
}: Pick<Identity, 'kind' | 'username'>): void {
  if (kind === 'person') return
  throw refused('SYSTEM_IDENTITY', `${username} is the system itself, not a person.`)
}
