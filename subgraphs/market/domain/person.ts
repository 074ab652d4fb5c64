// Checks with Identity that a person exists, and refuses the system identity.
import { notFound, refused } from '#foundation/domain/errors.ts'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { peerOperation } from '#foundation/peers/peers.ts'
import type { MarketContext } from '../context.ts'

export const FindPerson = peerOperation<{ identity: { id: string } | null }, { id: string }>(
  `query FindPerson($id: ID!) { identity(id: $id) { id } }`,
)

/** @throws NOT_FOUND for an unknown person */
export async function requireKnown({ peers }: MarketContext, id: string): Promise<void> {
  const { identity } = await peers.identity(FindPerson, { id })
  if (!identity) throw notFound('Identity', id)
}

/** @throws SYSTEM_IDENTITY for the system identity, whose gold is the treasury's */
export function refuseSystemIdentity(id: string): void {
  if (id !== ECOSYSTEM_ID) return
  throw refused(
    'SYSTEM_IDENTITY',
    'The system identity is not a person and has no gold of its own.',
  )
}
