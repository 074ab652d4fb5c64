// Notices: mails to people about audit entries that matter to their account.
import type { Db } from '#foundation/database/database.ts'
import type { IdentityTables } from '../../tables.ts'
import type { AuditKind } from '../../tables/audit-entries.ts'
import type { MailKind } from '../../tables/mail.ts'
import { queueNotice } from '../mail/mail-outbox.ts'

/** The entries that cause a mail, each with a template of its name. */
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

/** Queues the mail about an entry, in its transaction, if the entry causes one and the person has an e-mail address. */
export async function noticeOf(
  { db, now, address }: { db: Db<IdentityTables>; now: () => Date; address: string },
  { kind, identityId, details = {} }: Entry,
): Promise<void> {
  const reported = REPORTED.find((each) => each === kind)
  // A wallet that an app linked cannot sign in.
  if (!reported || !identityId || details.signsIn === false) return
  // A code that sets a new password causes the notice about the password instead.
  if (kind === 'recovery_code_used' && details.for !== 'sign_in') return
  // The notice shows the person's own location, not that of an administrator.
  const isOthers = kind === 'recovery_code_issued' || details.by !== undefined
  const from = isOthers ? {} : { from: address }
  await queueNotice({ db, now }, { kind: reported, identityId, details: { ...details, ...from } })
}
