// What people are told by mail when it happens to their account: entries of the audit trail that matter.
import type { Db } from '#foundation/database/database.ts'
import type { IdentityTables } from '../../tables.ts'
import type { AuditKind } from '../../tables/audit-entries.ts'
import type { MailKind } from '../../tables/mail.ts'
import { queueNotice } from '../mail/mail-outbox.ts'

/** The entries that a mail tells of, each under its own name. */
const REPORTED = [
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'wallet_linked',
  'wallet_unlinked',
  'username_changed',
  'recovery_codes_replaced',
  'recovery_code_issued',
  'deletion_requested',
  'deletion_withdrawn',
  'recovery_code_used',
  'totp_added',
  'totp_removed',
  'password_removed',
  'two_step_enabled',
  'two_step_disabled',
] as const satisfies readonly (AuditKind & MailKind)[]

interface Entry {
  kind: AuditKind
  identityId?: string | null
  details?: Record<string, unknown>
}

/** Tells the person of an entry, in its transaction, if it is one of those and they have an address. */
export async function noticeOf(
  { db, now, address }: { db: Db<IdentityTables>; now: () => Date; address: string },
  { kind, identityId, details = {} }: Entry,
): Promise<void> {
  const reported = REPORTED.find((each) => each === kind)
  // A wallet that only an app linked signs nobody in.
  if (!reported || !identityId || details.signsIn === false) return
  // A code that sets a new password is reported as a changed password.
  if (kind === 'recovery_code_used' && details.for !== 'sign_in') return
  // Where the person was, and not where an administrator was.
  const isOthers = kind === 'recovery_code_issued' || details.by !== undefined
  const from = isOthers ? {} : { from: address }
  await queueNotice({ db, now }, { kind: reported, identityId, details: { ...details, ...from } })
}
