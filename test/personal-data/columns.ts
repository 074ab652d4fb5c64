// Every column that could hold a person, as an id, a name or a text, and what becomes of it when they leave.

/** Columns of a table, separated by spaces. */
interface Table {
  /** Erased, or with a tombstone: a test of the service looks for the person in all of them. */
  person?: string
  /** What people or administrators wrote, and stays because others rely on it. */
  texts?: string
  /** About nobody: ids of other things, states and content. */
  others?: string
}

const KEYS: Record<string, Table> = {
  idempotency_keys: {
    person: 'identity_id answer',
    // An outcome is the id of what a phase has written.
    others: 'client_id field key fingerprint holder outcomes',
  },
}
const AUDIT: Record<string, Table> = {
  audit_outbox: {
    person: 'identity_id address details',
    others: 'id kind client_id request_id',
  },
}
/** The hash of an id, so that the person does not come back. */
const ERASED: Record<string, Table> = { erased_people: { others: 'hash' } }
const MIGRATIONS: Record<string, Table> = {
  kysely_migration: { others: 'name timestamp' },
  kysely_migration_lock: { others: 'id' },
}

export const COLUMNS: Record<string, Record<string, Table>> = {
  path: {
    ...KEYS,
    ...AUDIT,
    ...MIGRATIONS,
    completed_quests: { person: 'identity_id', others: 'quest_id' },
    quest_completions: {
      person: 'identity_id credential_id',
      others: 'id quest_id period credential_type pending_steps',
    },
    quests: { others: 'id title description type difficulty credential_type content_key' },
  },
  learn: {
    ...KEYS,
    ...AUDIT,
    ...MIGRATIONS,
    courses: { others: 'id title description duration content_key' },
    enrollments: { person: 'id identity_id', others: 'course_id status' },
    lesson_completions: { person: 'enrollment_id', others: 'lesson_id' },
    lessons: { others: 'id course_id key title text' },
  },
  guild: {
    ...KEYS,
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
    ...KEYS,
    ...MIGRATIONS,
    participations: { person: 'identity_id' },
    proposals: { person: 'proposer_id', texts: 'title description', others: 'id outcome' },
    votes: { person: 'identity_id', others: 'proposal_id vote' },
  },
  market: {
    ...KEYS,
    ...AUDIT,
    ...ERASED,
    ...MIGRATIONS,
    accounts: { person: 'owner_id', others: 'id kind' },
    assets: { person: 'owner_id', others: 'id name description kind content_key' },
    gifts: { person: 'giver_id receiver_id', others: 'id asset_id' },
    listings: { person: 'seller_id', texts: 'hidden_reason', others: 'id asset_id status' },
    postings: { others: 'transaction_id account_id' },
    purchases: { person: 'buyer_id seller_id', others: 'id listing_id asset_id transaction_id' },
    // Books are not changed: administrators write the reasons of adjustments, and their keys.
    transactions: { texts: 'key reason', others: 'id kind' },
  },
  realm: {
    ...KEYS,
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
    ...KEYS,
    ...AUDIT,
    ...MIGRATIONS,
    scroll_revisions: { person: 'id title content visibility', others: 'scroll_id' },
    // Title and content go or stay as the author has chosen.
    scrolls: {
      person: 'author_id author title content',
      texts: 'hidden_reason',
      others: 'id house visibility',
    },
    scrolls_count: { others: 'visibility house' },
  },
}
