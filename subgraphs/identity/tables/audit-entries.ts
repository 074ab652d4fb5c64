// The table of the audit trail.
import type { JSONColumnType } from 'kysely'

/** The kinds of audit entries, as described in schema.graphql. */
export type AuditKind =
  | 'sign_up'
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_out'
  | 'session_ended'
  | 'password_changed'
  | 'username_changed'
  | 'profile_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'wallet_linked'
  | 'wallet_unlinked'
  | 'consent_given'
  | 'consent_denied'
  | 'app_disconnected'
  | 'credential_issued'
  | 'token_issued'
  | 'token_refused'
  | 'token_revoked'
  | 'replay_detected'
  | 'client_refused'
  | 'client_registered'
  | 'client_secret_rotated'
  | 'client_changed'
  | 'client_disabled'
  | 'signing_keys_rotated'
  | 'admin_key_added'
  | 'admin_key_revoked'
  | 'identity_disabled'
  | 'identity_enabled'
  | 'factors_reset'
  | 'house_changed'
  | 'username_hidden'
  | 'username_shown'
  | 'administrator_added'
  | 'administrator_removed'
  | 'xp_adjusted'
  | 'email_verified'
  | 'email_removed'
  | 'password_reset_requested'
  | 'recovery_codes_replaced'
  | 'recovery_code_issued'
  | 'recovery_code_used'
  | 'recovery_refused'
  | 'account_locked'
  | 'account_claimed'
  | 'account_claim_disputed'
  | 'account_claim_opened'
  | 'account_claim_ended'
  | 'export_requested'
  | 'deletion_requested'
  | 'deletion_withdrawn'
  | 'account_deleted'
  | 'totp_added'
  | 'totp_removed'
  | 'two_step_enabled'
  | 'two_step_disabled'
  | 'password_removed'
  // Recorded by other services.
  | 'content_added'
  | 'content_applied'
  | 'content_hidden'
  | 'content_restored'
  | 'content_retired'
  | 'content_shown'
  | 'content_updated'
  | 'gold_adjusted'

export interface AuditEventTable {
  id: string
  at: Date
  kind: AuditKind
  identityId: string | null
  clientId: string | null
  address: string
  requestId: string
  details: JSONColumnType<Record<string, unknown>>
}
