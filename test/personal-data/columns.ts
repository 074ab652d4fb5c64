// Every column that could hold an id, a name or a text of a person, and what happens to it when they leave.

/** The columns of a table, separated by spaces. */
export interface Table {
  /** Erased, or replaced by a tombstone: a test of the service looks for the person in all of them. */
  person?: string
  /** Texts that people or administrators wrote and others rely on: they stay. */
  texts?: string
  /** About no person: ids of other things, states and content. */
  others?: string
}

/** Those of every service. Events that name a person are erased with them; what stays is the hash of the id. */
export const SHARED: Record<string, Table> = {
  idempotency_keys: {
    person: 'identity_id answer',
    // An outcome is the id of the row that a phase has written.
    others: 'client_id field key fingerprint holder outcomes',
  },
  events: { person: 'subject_id related audience_id', others: 'kind subject_type audience' },
  event_eras: { others: 'id database' },
}
const AUDIT: Record<string, Table> = {
  audit_outbox: {
    person: 'identity_id address details',
    others: 'id kind client_id request_id',
  },
}
/** The hash of an id, so that the person does not come back. */
const ERASED: Record<string, Table> = { erased_people: { others: 'hash' } }
export const MIGRATIONS: Record<string, Table> = {
  kysely_migration: { others: 'name timestamp' },
  kysely_migration_lock: { others: 'id' },
}

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

export const COLUMNS = {
  identity: {
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
  path: {
    ...SHARED,
    ...AUDIT,
    ...MIGRATIONS,
    completed_quests: { person: 'identity_id', others: 'quest_id' },
    reopening_notices: { others: 'type period after_completion' },
    quest_completions: {
      person: 'identity_id credential_id',
      others: 'id quest_id period credential_type pending_steps',
    },
    quests: { others: 'id title description type difficulty credential_type content_key' },
  },
  learn: {
    ...SHARED,
    ...AUDIT,
    ...MIGRATIONS,
    courses: { others: 'id title description duration content_key' },
    enrollments: { person: 'id identity_id', others: 'course_id status' },
    lesson_completions: { person: 'enrollment_id', others: 'lesson_id' },
    lessons: { others: 'id course_id key title text' },
  },
  guild: {
    ...SHARED,
    ...AUDIT,
    ...ERASED,
    ...MIGRATIONS,
    applications: { person: 'id identity_id message', others: 'role_id status' },
    former_memberships: { person: 'id identity_id', others: 'organization_id status' },
    memberships: { person: 'id identity_id', others: 'organization_id status' },
    organizations: { texts: 'name description hidden_reason', others: 'id house content_key' },
    roles: { texts: 'title description', others: 'id organization_id content_key' },
    withdrawn_applications: { person: 'id identity_id message', others: 'role_id status' },
  },
  governance: {
    ...SHARED,
    ...MIGRATIONS,
    participations: { person: 'identity_id' },
    // The last voter who has been notified. The row is gone when all have been.
    closing_notices: { person: 'after_voter', others: 'proposal_id' },
    proposals: { person: 'proposer_id', texts: 'title description', others: 'id outcome' },
    votes: { person: 'identity_id', others: 'proposal_id vote' },
  },
  market: {
    ...SHARED,
    ...AUDIT,
    ...ERASED,
    ...MIGRATIONS,
    accounts: { person: 'owner_id', others: 'id kind' },
    assets: { person: 'owner_id', others: 'id name description kind content_key' },
    gifts: { person: 'giver_id receiver_id', others: 'id asset_id' },
    listings: { person: 'seller_id', texts: 'hidden_reason', others: 'id asset_id status' },
    postings: { others: 'transaction_id account_id' },
    purchases: { person: 'buyer_id seller_id', others: 'id listing_id asset_id transaction_id' },
    // Books are immutable: administrators write the reasons and keys of adjustments.
    transactions: { texts: 'key reason', others: 'id kind' },
  },
  realm: {
    ...SHARED,
    ...AUDIT,
    ...MIGRATIONS,
    places: {
      texts: 'hidden_reason',
      others: 'id realm_id name kind ref_type ref_id content_key ref_key',
    },
    places_count: { others: 'realm_id' },
    presences: { person: 'identity_id', others: 'realm_id' },
    realms: { others: 'id name description content_key' },
  },
  scroll: {
    ...SHARED,
    ...AUDIT,
    ...MIGRATIONS,
    scroll_revisions: { person: 'id title content visibility', others: 'scroll_id' },
    // The author chooses whether title and content stay.
    scrolls: {
      person: 'author_id author hidden_author title content',
      texts: 'hidden_reason',
      others: 'id house visibility',
    },
    scrolls_count: { others: 'visibility house' },
  },
} satisfies Record<string, Record<string, Table>>
