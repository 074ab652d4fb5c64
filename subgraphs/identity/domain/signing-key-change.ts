// Rotating the signing keys, which are in files, and recording it in the audit trail.
import { recordAudit } from './audit.ts'
import type { Administration } from './administrator.ts'

export function recordSigningKeys(ctx: Administration): Promise<void> {
  const details = { by: ctx.viewer?.identityId }
  return recordAudit(ctx, { kind: 'signing_keys_rotated', details })
}
