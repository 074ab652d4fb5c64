// A change that no standby has confirmed.

/** A change is committed, but perhaps on no standby: after a failover it may be gone. */
export class UnreplicatedChange extends Error {
  override readonly name = 'UnreplicatedChange'
}

/**
 * True for PostgreSQL's warning about such a change. Its text depends on the server's language, so the function that
 * sends it identifies it.
 */
export function isUnreplicated({
  code,
  routine,
}: {
  code?: string | undefined
  routine?: string | undefined
}) {
  return code === '01000' && routine === 'SyncRepWaitForLSN'
}
