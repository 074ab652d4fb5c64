// Checks at each administrative call that the caller is still an administrator: a token may be outdated.
import { readingAsAdministrator } from '#foundation/auth/administrator-reading.ts'
import { needsCompleteReads, oncePerRequest } from '#foundation/auth/caller-checks.ts'
import { requireViewer, type Caller } from '#foundation/auth/caller.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import { peerOperation, type Peer } from '#foundation/peers/peers.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'

/** Queries Identity; list it in the `peers` of a subgraph whose SDL uses the scope `admin`. */
export const CheckAdministrator = peerOperation<
  { administrator: boolean | null },
  { identityId: string; clientId: string }
>(`query ($identityId: ID!, $clientId: ID!) {
  administrator(identityId: $identityId, clientId: $clientId)
}`)

const logRepeatedly = createRepeatedLog()
const HIDDEN = 'Identity does not respond: hidden objects stay hidden from administrators'

type IdentityCaller = Caller & { peers: Readonly<Record<'identity', Peer>> }

/**
 * Whether the caller is still an administrator; queries Identity once a request.
 * @throws INVALID_TOKEN without a viewer, INTERNAL_ERROR with `retry` while Identity is down
 */
export const isCallerAdministrator = oncePerRequest(
  async (ctx: IdentityCaller): Promise<boolean> => {
    const { identityId, clientId } = requireViewer(ctx)
    const { administrator } = await ctx.peers.identity(CheckAdministrator, { identityId, clientId })
    return administrator === true
  },
)

/** Whether the caller reads as an administrator. False while Identity is down. */
export const readsAsAdministrator = readingAsAdministrator(async (ctx: IdentityCaller) => {
  try {
    return await isCallerAdministrator(ctx)
  } catch (error) {
    if (!(error instanceof DomainError) || error.extensions.code !== 'INTERNAL_ERROR') throw error
    if (needsCompleteReads(ctx)) throw error
    logRepeatedly('', (repeated) => ctx.log.warn(repeated, HIDDEN))
    return false
  }
})
