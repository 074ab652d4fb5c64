// Rotates the signing keys, which are files, and records it in the audit trail.
import { changeAsAdministrator, recordChange, type Administration } from './administrator.ts'

/** Calls `rotate` and records a change. Returns true if any key changed. */
export function rotateSigningKeys(
  ctx: Administration,
  rotate: () => Promise<boolean>,
): Promise<boolean> {
  return changeAsAdministrator(ctx, async (trx) => {
    const isChanged = await rotate()
    if (isChanged) await recordChange(ctx, trx, { kind: 'signing_keys_rotated' })
    return isChanged
  })
}
