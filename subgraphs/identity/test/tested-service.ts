// What the tests of the whole system know of the Identity service.
import type { TestedService } from '#test/tested-service.ts'
import { identityRows } from '../../../test/contract/identity.ts'
import { MIGRATIONS, SHARED, type Table } from '../../../test/personal-data/columns.ts'

/** Credentials of the account, which are deleted when it is closed. */
const SECRETS: Record<string, Table> = {
  account_locks: { person: 'identity_id claim_address' },
  administrator_codes: { person: 'identity_id code_hash' },
  claim_links: { person: 'identity_id recipient token_hash' },
  email_verifications: { person: 'identity_id address token_hash' },
  known_browsers: { person: 'identity_id browser_hash' },
  passkeys: { person: 'id identity_id public_key name' },
  password_resets: { person: 'identity_id token_hash' },
  passwords: { person: 'identity_id hash' },
  pending_sign_ins: { person: 'browser_hash identity_id password_hash', others: 'method' },
  recoveries: { person: 'identity_id token_hash' },
  recovery_codes: { person: 'identity_id code_hash' },
  totp_factors: { person: 'identity_id secret' },
  two_step_sign_ins: { person: 'identity_id' },
}

/** Rows that expire within minutes. */
const SHORT_LIVED: Record<string, Table> = {
  brakes: { others: 'key' },
  client_assertions: { others: 'assertion_hash' },
  passkey_challenges: { others: 'challenge_hash asker_hash' },
  // A login_hint may name somebody.
  pushed_requests: { others: 'handle_hash client_id parameters' },
}

export const testedService: TestedService = {
  rows: identityRows,
  columns: {
    ...SHARED,
    ...MIGRATIONS,
    ...SECRETS,
    ...SHORT_LIVED,
    admin_keys: { others: 'id name key_hash' },
    // Entries of others name the person only in `by`, which then has the tombstone.
    audit_events: { person: 'identity_id address details', others: 'id kind client_id request_id' },
    clients: {
      others: `id name kind secret_hash redirect_uris scopes tier id_token_signed_response_alg
        machine_scopes jwks backchannel_logout_uri`,
    },
    consents: { person: 'identity_id', others: 'client_id scopes' },
    credentials: { person: 'id identity_id claims grant_key', others: 'type' },
    departed_usernames: { others: 'name_hash' },
    departures: { person: 'id identity_id tombstone traces', others: 'scrolls' },
    device_authorizations: {
      person: 'identity_id address device_code_hash user_code_hash',
      others: 'client_id scopes decision methods',
    },
    event_positions: { others: 'service cursor' },
    sealed_secrets: { others: 'name jwe' },
    disavowals: { person: 'token_hash identity_id address mail_id password_hash' },
    email_addresses: { person: 'identity_id address' },
    export_parts: { person: 'export_id rows', others: 'service name' },
    exports: { person: 'id identity_id', others: 'incomplete' },
    field_usage: { others: 'client_id client_name coordinate' },
    grants: {
      person: `id identity_id session_id sid nonce code_hash code_challenge refresh_handle_hash
        refresh_hash replaced_hash`,
      others: 'client_id scopes ended_by redirect_uri methods',
    },
    identities: {
      person: `id username display_name bio names_hidden_reason hidden_username
        hidden_display_name hidden_bio hidden_usernames hidden_display_names hidden_bios`,
      others: 'kind house archetype role',
    },
    logout_notices: { person: 'id identity_id sid', others: 'client_id' },
    mail_outbox: { person: 'id identity_id address details', others: 'kind' },
    personal_data_tasks: { person: 'id departure_id export_id', others: 'service' },
    sessions: {
      person: 'id token_hash identity_id user_agent address',
      others: 'method methods',
    },
    username_reservations: { person: 'username identity_id' },
    wallet_challenges: { person: 'message_hash asked_by address', others: 'purpose' },
    wallets: { person: 'id identity_id address challenge_hash' },
    xp_grants: { person: 'key identity_id reason' },
  },
  triggers: { migration: '0002-tables', hash: 'bugbAtE2FJ6i' },
}
