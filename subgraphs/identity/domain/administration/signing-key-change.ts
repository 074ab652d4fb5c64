// Changes the signing keys, and records it in the audit trail.
import type { Transaction } from '#foundation/database/database.ts'
import type { IdentityTables } from '../../tables.ts'
import { changeAsAdministrator, recordChange, type Administration } from './administrator.ts'

/** Calls `rotate` in a transaction and records a change. Returns true if any key changed. */
export function rotateSigningKeys(
  ctx: Administration,
  rotate: (trx: Transaction<IdentityTables>) => Promise<boolean>,
): Promise<boolean> {
  return changeAsAdministrator(ctx, async (trx) => {
    const isChanged = await rotate(trx)
    if (isChanged) await recordChange(ctx, trx, { kind: 'signing_keys_rotated' })
    return isChanged
  })
}
