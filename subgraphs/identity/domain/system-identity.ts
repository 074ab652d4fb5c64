// The identity of the system itself: it owns what nobody else owns, and nobody can be it.
import { refused } from '#foundation/domain/errors.ts'
import type { Identity } from '../tables.ts'

/** @throws SYSTEM_IDENTITY where only a person will do */
export function refuseSystemIdentity({
  kind,
  username,
}: Pick<Identity, 'kind' | 'username'>): void {
  if (kind === 'person') return
  throw refused('SYSTEM_IDENTITY', `${username} is the system itself, not a person.`)
}
