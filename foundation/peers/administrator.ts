// Checks at each administrative call that the caller is still an administrator, because a token may
// be outdated.
import { requireViewer, type Caller } from '#foundation/auth/caller.ts'
import { peerOperation, type Peer } from '#foundation/peers/peers.ts'

/** Queries Identity; list it in the `peers` of a subgraph whose SDL uses the scope `admin`. */
export const AskAdministrator = peerOperation<
  { administrator: boolean | null },
  { identityId: string; clientId: string }
>(`query ($identityId: ID!, $clientId: ID!) {
  administrator(identityId: $identityId, clientId: $clientId)
}`)

/** What asking needs. */
export type Asking = Caller & { peers: Readonly<Record<'identity', Peer>> }

/**
 * Whether the caller is an administrator now.
 * @throws INVALID_TOKEN without a viewer, INTERNAL_ERROR with `retry` while Identity is down
 */
export async function askAdministrator(ctx: Asking): Promise<boolean> {
  const { identityId, clientId } = requireViewer(ctx)
  const { administrator } = await ctx.peers.identity(AskAdministrator, { identityId, clientId })
  return administrator === true
}
