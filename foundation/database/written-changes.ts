// Which statements may have changed something although their response is lost.

/** Statements that only read, or that begin and end parts of a transaction. */
const READS =
  /^\s*(select|with|values|show|begin|start|savepoint|release|rollback|set|lock|listen)\b/i
/** What a `with` may also contain, and our function that writes. `for update` counts as a write. */
const WRITES = /\b(insert|update|delete|merge|into|number_events)\b/i

/** True for a statement that may change something. When in doubt it is true. */
export function mayWrite(text: string): boolean {
  return !READS.test(text) || WRITES.test(text)
}

const LOCK = /\bfor\s+(no\s+key\s+)?update\b/gi

/** True for a statement that may change more than locks. */
export function mayChange(text: string): boolean {
  return mayWrite(text) && mayWrite(text.replace(LOCK, ''))
}

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
