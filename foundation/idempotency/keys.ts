// The table of idempotency keys and responses of a service.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { reads } from '#foundation/database/reads/read-statement.ts'

/** How long a key is valid. */
const KEY_LIFETIME_MS = 24 * 3_600_000
/**
 * How long a request may run after its first phase before a repetition takes it over. The slower attempt then
 * returns the response of the repetition.
 */
const LEASE_MS = 5_000

/** For a migration: creates the table of a service's keys. */
export async function createIdempotencyKeys(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_keys (
      identity_id text not null,
      client_id text not null,
      field text not null,
      key text not null,
      fingerprint text not null,
      created_at timestamptz(3) not null,
      holder text not null,
      leased_until timestamptz(3),
      outcomes jsonb not null default '[]',
      answered_at timestamptz(3),
      answer text,
      primary key (identity_id, client_id, field, key)
    );
    create index idempotency_keys_oldest on idempotency_keys (created_at)`.execute(db)
}

/** The scope within which a key is unique. */
export interface KeyScope {
  identityId: string
  clientId: string
  /** The root field, and its alias if it has one. */
  field: string
  key: string
}

export interface KeyedRequest extends KeyScope {
  /** Equal for equal operations, variables and rights. */
  fingerprint: string
  /** The attempt that runs it; another one may replace it. */
  holder: string
}

export interface StoredKey {
  fingerprint: string
  holder: string
  /** The time until which only the holder may run the request. */
  leasedUntil: Date | null
  /** The outcomes of its committed phases. */
  outcomes: unknown[]
  answeredAt: Date | null
  /** The response as JSON; null if it is not stored. */
  answer: string | null
}

type Handle = Kysely<unknown>

/** The stored key, unless it is unknown or expired. */
export async function findKey(
  db: Handle,
  scope: KeyScope,
  at: Date,
): Promise<StoredKey | undefined> {
  const { rows } = await reads(sql<StoredKey>`
    select fingerprint, holder, leased_until, outcomes, answered_at, answer from idempotency_keys
    where ${isIn(scope)} and created_at > ${oldestKey(at)}`).execute(db)
  return rows[0]
}

/**
 * Writes the key of a new request. Waits for a transaction that is writing the same one, and returns false
 * if that commits.
 */
export async function insertKey(trx: Handle, request: KeyedRequest, at: Date): Promise<boolean> {
  const { identityId, clientId, field, key, fingerprint, holder } = request
  const { rows } = await sql`
    insert into idempotency_keys (identity_id, client_id, field, key, fingerprint, holder, created_at)
    values (${identityId}, ${clientId}, ${field}, ${key}, ${fingerprint}, ${holder}, ${at})
    on conflict (identity_id, client_id, field, key) do update
      set fingerprint = excluded.fingerprint, holder = excluded.holder,
        created_at = excluded.created_at, leased_until = null, outcomes = '[]',
        answered_at = null, answer = null
      where idempotency_keys.created_at <= ${oldestKey(at)}
    returning holder`.execute(trx)
  return rows.length > 0
}

/** Adds the outcome of a phase. False when another attempt has taken over. */
export function addOutcome(
  trx: Handle,
  request: KeyedRequest,
  outcome: unknown,
  at: Date,
): Promise<boolean> {
  return change(
    trx,
    request,
    sql`outcomes = outcomes || ${JSON.stringify([outcome])}::jsonb, leased_until = ${leaseFrom(at)}`,
  )
}

/** Stores the response. False when another attempt has taken over. */
export function storeResponse(
  db: Handle,
  request: KeyedRequest,
  response: string | null,
  at: Date,
): Promise<boolean> {
  return change(db, request, sql`answer = ${response}, answered_at = ${at}, leased_until = null`)
}

/**
 * Writes to the key of a stored response, so that the commit waits for a standby to have that response, too. The
 * first request may have ended without knowing. False when the key has gone or changed since it was read, for example
 * because the database has failed over to a server that never got it.
 */
export async function confirmResponse(
  db: Handle,
  scope: KeyScope,
  { holder }: Pick<StoredKey, 'holder'>,
): Promise<boolean> {
  const { rows } = await sql`
    update idempotency_keys set holder = holder
    where ${isIn(scope)} and holder = ${holder} returning holder`.execute(db)
  return rows.length > 0
}

/** Ends the lease, so that a repetition can continue at once. */
export function releaseKey(db: Handle, request: KeyedRequest): Promise<boolean> {
  return change(db, request, sql`leased_until = null`)
}

/** Locks the key until the transaction ends, so that nobody takes it over. False when another attempt has. */
export async function lockLease(trx: Handle, request: KeyedRequest): Promise<boolean> {
  const { rows } = await sql`
    select from idempotency_keys where ${isHeld(request)} for no key update`.execute(trx)
  return rows.length > 0
}

/** Takes over a request whose lease has expired. False when the key has changed since it was read. */
export function takeOverLease(
  db: Handle,
  { holder, fingerprint, ...scope }: KeyedRequest,
  before: Pick<StoredKey, 'holder' | 'leasedUntil' | 'outcomes'>,
  at: Date,
): Promise<boolean> {
  return change(
    db,
    { ...scope, holder: before.holder },
    sql`holder = ${holder}, fingerprint = ${fingerprint}, leased_until = ${leaseFrom(at)}`,
    sql`leased_until is not distinct from ${before.leasedUntil}
      and jsonb_array_length(outcomes) = ${before.outcomes.length}`,
  )
}

async function change(
  db: Handle,
  held: HeldKey,
  assignments: RawBuilder<unknown>,
  isUnchanged = sql`true`,
): Promise<boolean> {
  const { rows } = await sql`
    update idempotency_keys set ${assignments}
    where ${isHeld(held)} and ${isUnchanged}
    returning holder`.execute(db)
  return rows.length > 0
}

type HeldKey = Omit<KeyedRequest, 'fingerprint'>

/** Matches the key while this holder may still run the request. */
function isHeld(held: HeldKey) {
  return sql`${isIn(held)} and holder = ${held.holder} and answered_at is null`
}

function isIn({ identityId, clientId, field, key }: KeyScope) {
  return sql`identity_id = ${identityId} and client_id = ${clientId}
    and field = ${field} and key = ${key}`
}

/** Keys from before this time are no longer valid. */
export function oldestKey(at: Date): Date {
  return new Date(at.getTime() - KEY_LIFETIME_MS)
}

function leaseFrom(at: Date): Date {
  return new Date(at.getTime() + LEASE_MS)
}
