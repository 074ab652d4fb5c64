// The keys that sign tokens are in files; that they were rotated is in the audit trail.
import { recordAudit } from './audit.ts'
import type { Administration } from './administrator.ts'

export function recordSigningKeys(ctx: Administration): Promise<void> {
  const details = { by: ctx.viewer?.identityId }
  return recordAudit(ctx, { kind: 'signing_keys_rotated', details })
}
