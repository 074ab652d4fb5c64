// The tables of e-mail addresses, and of mail to be sent.
import type { Generated, JSONColumnType } from 'kysely'

/** The verified addresses of people. */
export interface EmailAddressTable {
  identityId: string
  address: string
  verifiedAt: Date
}

/** An address that its person has not verified yet. */
export interface EmailVerificationTable {
  identityId: string
  address: string
  /** SHA-256 of the token in the link; null until the mail is sent. */
  tokenHash: Buffer | null
  expiresAt: Date
}

/** Mail to be sent. The message is composed when it is sent. */
export interface MailOutboxTable {
  id: string
  kind: MailKind
  /** The person; null for a password reset, which names the person in the details. */
  identityId: string | null
  /** The recipient; null for a password reset, whose recipient is looked up when it is sent. */
  address: string | null
  details: JSONColumnType<Record<string, unknown>>
  createdAt: Date
  attempts: Generated<number>
  nextAttemptAt: Date
}

export type MailKind =
  | 'email_verification'
  | 'email_changed'
  | 'password_reset'
  | 'password_changed'
  | 'new_browser'
  | 'passkey_added'
  | 'passkey_removed'
  | 'wallet_linked'
  | 'wallet_unlinked'
  | 'username_changed'
  | 'recovery_codes_replaced'
  | 'recovery_code_issued'
  | 'recovery_code_used'
  | 'totp_added'
  | 'totp_removed'
  | 'password_removed'
  | 'two_step_enabled'
  | 'two_step_disabled'
  | 'factors_reset'
  | 'export_ready'
  | 'deletion_requested'
  | 'deletion_withdrawn'
  | 'account_deleted'
  | 'account_claimed'
  | 'account_claim_disputed'
  | 'account_claim_ended'
