// Checks at each administrative call who is an administrator: a token is as old as its issue.
import { requireViewer, type Caller } from '#foundation/auth/caller.ts'
import { peerOperation, type Peer } from '#foundation/peers/peers.ts'

/** Asks Identity; to be named among the `peers` of a subgraph whose SDL has the scope `admin`. */
export const AskAdministrator = peerOperation<
  { administrator: boolean | null },
  { identityId: string; clientId: string }
>(`query ($identityId: ID!, $clientId: ID!) {
  administrator(identityId: $identityId, clientId: $clientId)
}`)

/**
 * Whether the caller is an administrator now.
 * @throws INVALID_TOKEN without a viewer, INTERNAL_ERROR with `retry` while Identity is away
 */
export async function askAdministrator(
  ctx: Caller & { peers: Readonly<Record<'identity', Peer>> },
): Promise<boolean> {
  const { identityId, clientId } = requireViewer(ctx)
  const { administrator } = await ctx.peers.identity(AskAdministrator, { identityId, clientId })
  return administrator === true
}
