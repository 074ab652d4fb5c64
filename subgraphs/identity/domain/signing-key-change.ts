// Rotating the signing keys, which are in files, and recording it in the audit trail.
import { changeAsAdministrator, recordChange, type Administration } from './administrator.ts'

/** Records it, and rotates the keys by that function. */
export function rotateSigningKeys(ctx: Administration, rotate: () => Promise<void>): Promise<void> {
  return changeAsAdministrator(ctx, async (trx) => {
    await recordChange(ctx, trx, { kind: 'signing_keys_rotated' })
    await rotate()
  })
}
