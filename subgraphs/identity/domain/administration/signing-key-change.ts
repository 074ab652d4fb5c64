// Rotating the signing keys, which are in files, and recording it in the audit trail.
import { changeAsAdministrator, recordChange, type Administration } from './administrator.ts'

/** Rotates the keys by that function, and records it if that changed any. True if so. */
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
