// Rotations of refresh tokens. Those that arrive together run as one statement, with one disk write.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { executeWith, once, placeholder } from '#foundation/database/built-once.ts'
import { runForAll } from '#foundation/limits/current-caller.ts'
import type { IdentityTables } from '../../tables.ts'
import { auditRow } from '../audit/audit.ts'
import type { AuditedGrantContext, IssuedGrant, Redemption } from '../grants/grant.ts'
import { runForGrant } from './grant-mutex.ts'
import { sha256 } from '../secrets/random.ts'
import { handleOf, REFRESH_LIFETIME_MS, successorOf, type Rotation } from './refresh-token.ts'

const ISSUED = { kind: 'token_issued', details: { grantType: 'refresh_token' } } as const
const MAX_LIFETIME = `${REFRESH_LIFETIME_MS.longest} milliseconds`
const MAX_BATCH = 50

type Row = ReturnType<typeof rowOf>
/** The rotated grant; undefined if the token was not current, or the grant is locked. */
type Rotated = IssuedGrant | undefined

/**
 * Replaces the current token with the next (RFC 9700, section 4.14), in one statement with its audit entry, so
 * that both are written or neither. Undefined unless the token is current for the client and scopes. @throws
 * RATE_LIMIT_EXCEEDED when too many rotations of the grant wait
 */
export async function rotateRefreshToken(
  ctx: AuditedGrantContext,
  rotation: Rotation,
): Promise<Redemption | undefined> {
  const handle = handleOf(rotation.refreshToken)
  if (handle === undefined) return undefined
  const next = successorOf(rotation.key, rotation.refreshToken)
  const row = rowOf(ctx, rotation, handle, next)
  const grant = (await rotations(ctx.db).load(row)) ?? (await rotateAlone(ctx.db, row))
  return grant && { grant, refreshToken: next }
}

/** A rotation as a row, with the column names of the statement. */
function rowOf(
  ctx: AuditedGrantContext,
  { clientId, refreshToken, scopes = [] }: Rotation,
  handle: string,
  next: string,
) {
  const { id, at, kind, address, requestId, details } = auditRow(ctx, ISSUED)
  return {
    handle_hash: byteaOf(sha256(handle)),
    hash: byteaOf(sha256(refreshToken)),
    next_hash: byteaOf(sha256(next)),
    client_id: clientId,
    scopes,
    idle_end: new Date(at.getTime() + REFRESH_LIFETIME_MS.idle),
    audit_id: id,
    at,
    kind,
    address,
    request_id: requestId,
    details,
  }
}

const byteaOf = (hash: Buffer) => `\\x${hash.toString('hex')}`

/** Rotations of one turn of the event loop run together. */
const rotations = once(
  (db: Kysely<IdentityTables>) =>
    new DataLoader<Row, Rotated>((rows) => rotateTogether(db, rows), {
      cache: false,
      maxBatchSize: MAX_BATCH,
      batchScheduleFn: (rotate) => runForAll(() => setImmediate(rotate)),
    }),
)

/**
 * Rotates several grants, skipping locked ones: it waits for no lock, so it cannot deadlock. Rows that are not
 * rotated then run alone, which decides.
 */
async function rotateTogether(
  db: Kysely<IdentityTables>,
  rows: readonly Row[],
): Promise<Rotated[]> {
  if (rows.length === 1) return [undefined]
  const rotated = await execute(db, skippingLocked(db), rows).catch(noneIfRefused)
  const grants = new Map(rotated.map((grant) => [grant.auditId, grant]))
  return rows.map((row) => grants.get(row.audit_id))
}

/** SQLSTATE classes of data errors and constraint violations, which are caused by one row. */
const REFUSED_VALUE = /^2[23]/

function noneIfRefused(error: unknown): [] {
  if (REFUSED_VALUE.test(String((error as { code?: unknown }).code))) return []
  throw error
}

async function rotateAlone(db: Kysely<IdentityTables>, row: Row): Promise<Rotated> {
  const [rotated] = await runForGrant(row.handle_hash, () =>
    execute(db, waitingForLocks(db), [row]),
  )
  return rotated
}

type Statement = ReturnType<typeof rotationsWith>

function execute(db: Kysely<IdentityTables>, statement: Statement, rows: readonly Row[]) {
  return executeWith(db, statement, { rows: rows.map((row) => JSON.stringify(row)) })
}

const waitingForLocks = once((db: Kysely<IdentityTables>) => rotationsWith(db, sql`for update`))
const skippingLocked = once((db: Kysely<IdentityTables>) =>
  rotationsWith(db, sql`for update skip locked`),
)

function rotationsWith(db: Kysely<IdentityTables>, locking: RawBuilder<unknown>) {
  return sql<IssuedGrant & { auditId: string }>`
    with requested as (
      select handle_hash, hash, next_hash, client_id, scopes, idle_end, audit_id, at, kind, address,
        request_id, details
      from unnest(${placeholder('rows')}::json[]) as row, json_to_record(row) as requested (
        handle_hash bytea, hash bytea, next_hash bytea, client_id text, scopes text[],
        idle_end timestamptz, audit_id text, at timestamptz, kind text, address text,
        request_id text, details text)
    ), found as (
      select own.id, hash, next_hash, client_id, scopes, idle_end, audit_id, at
      from requested cross join lateral (
        select id from grants where refresh_handle_hash = requested.handle_hash ${locking}
      ) as own
    ), rotated as (
      update grants set
        refresh_hash = found.next_hash, replaced_hash = refresh_hash, refreshed_at = found.at,
        expires_at = least(found.idle_end, created_at + ${MAX_LIFETIME}::interval)
      from found
      where grants.id = found.id and refresh_hash = found.hash
        and grants.client_id = found.client_id and grants.scopes @> found.scopes
        and ended_at is null and expires_at > found.at
      returning grants.id, identity_id, grants.client_id, grants.scopes, sid, signed_in_at, methods,
        audit_id
    ), audited as (
      insert into audit_events
        (id, at, kind, identity_id, client_id, address, request_id, details)
      select audit_id, requested.at, requested.kind, identity_id, rotated.client_id, requested.address,
        requested.request_id, requested.details::jsonb || jsonb_build_object('grantId', rotated.id, 'scopes',
          coalesce(nullif(requested.scopes, array[]::text[]), rotated.scopes))
      from rotated join requested using (audit_id)
    )
    select id, identity_id, client_id, scopes, sid, signed_in_at, methods, audit_id
    from rotated`.compile(db)
}
