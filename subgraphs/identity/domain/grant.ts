// Grants: what a person has allowed a client, from the code to its last refresh token. One row each.
import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
import type { Db, Kysely, Transaction } from '#foundation/database.ts'
import { refused } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import type { AuditRow } from './audit.ts'
import { derive, randomToken, sameHash, sha256 } from './random.ts'
import type { Grant, IdentityTables } from '../tables.ts'

const CODE_LIFETIME_MS = 60_000
const IDLE_LIFETIME_MS = 30 * 86_400_000
const LONGEST_LIFETIME_MS = 90 * 86_400_000
/** How long a refresh token that was replaced gets the same successor again. */
const GRACE_MS = 10_000

export interface Granting {
  db: Kysely<IdentityTables>
  now: () => Date
}

/** The same where it belongs together with what else a transaction does. */
type GrantingWithin = Granting & { db: Transaction<IdentityTables> }

export interface NewGrant {
  identityId: string
  clientId: string
  sessionId: string
  scopes: string[]
  redirectUri: string
  codeChallenge: string | null
  nonce: string | null
  signedInAt: Date
}

/** Why grants end, for the audit trail. */
export type Ending =
  | 'code_replayed'
  | 'refresh_token_replayed'
  | 'revoked'
  | 'disconnected'
  | 'signed_out'
  | 'password_changed'
  | 'identity_disabled'
  | 'client_disabled'

/**
 * Creates a grant, and gives its authorization code, which lives for 60 seconds.
 * @throws CLIENT_DISABLED
 */
export async function createGrant({ db, now }: GrantingWithin, grant: NewGrant): Promise<string> {
  const code = randomToken()
  const createdAt = now()
  await holdClient(db, grant.clientId)
  await db
    .insertInto('grants')
    .values({
      ...grant,
      id: newId('grant'),
      codeHash: sha256(code),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + CODE_LIFETIME_MS),
    })
    .execute()
  return code
}

/** Keeps the client as it is until the grant is there: who disables it then ends the grant too. */
async function holdClient(trx: Transaction<IdentityTables>, id: string): Promise<void> {
  const held = await trx
    .selectFrom('clients')
    .select('id')
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!held) throw refused('CLIENT_DISABLED', 'The client is disabled.')
}

export interface Redemption {
  grant: Grant
  refreshToken: string
}

/** Used by somebody before, which ended the grant; or expired, or ended already. */
export type Refusal = 'replayed' | 'over'

export async function findGrantByCode({ db }: Granting, code: string): Promise<Grant | undefined> {
  return db.selectFrom('grants').selectAll().where('codeHash', '=', sha256(code)).executeTakeFirst()
}

/**
 * Redeems the code of a grant whose request was checked. Of any number of attempts one gets it;
 * whoever comes later with the code ends all that came of it (RFC 6749, section 4.1.2).
 */
export async function redeemCode(ctx: Granting, grant: Grant): Promise<Redemption | Refusal> {
  const at = ctx.now()
  const handle = randomToken(16)
  const refreshToken = `${handle}.${randomToken()}`
  const redeemed = await ctx.db
    .updateTable('grants')
    .set({
      redeemedAt: at,
      refreshHandleHash: sha256(handle),
      refreshHash: sha256(refreshToken),
      refreshedAt: at,
      expiresAt: lifetimeEnd(grant, at),
    })
    .where('id', '=', grant.id)
    .where('redeemedAt', 'is', null)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returningAll()
    .executeTakeFirst()
  if (redeemed) return { grant: redeemed, refreshToken }
  const ended = await endGrants(ctx.db, at, 'code_replayed', (grants) =>
    grants.where('id', '=', grant.id).where('redeemedAt', 'is not', null),
  )
  return ended > 0 ? 'replayed' : 'over'
}

/** The grant that the refresh token belongs to, be it the one that is good now or not. */
export async function findGrantByRefreshToken(
  { db }: Granting,
  refreshToken: string,
): Promise<Grant | undefined> {
  const [, handle] = /^([\w-]{22})\.[\w-]{43}$/.exec(refreshToken) ?? []
  if (handle === undefined) return undefined
  return db
    .selectFrom('grants')
    .selectAll()
    .where('refreshHandleHash', '=', sha256(handle))
    .executeTakeFirst()
}

/**
 * Replaces the grant's refresh token by the next, which follows from it: whoever asks again within
 * ten seconds, since the answer was lost, gets the same one, until that one is used. Any other token
 * of the grant was stolen or lost long ago, and ends it (RFC 9700, section 4.14).
 */
export async function rotateRefreshToken(
  ctx: Granting,
  key: Buffer,
  grant: Grant,
  refreshToken: string,
  audit: AuditRow,
): Promise<Redemption | Refusal> {
  const at = ctx.now()
  if (grant.endedAt || grant.expiresAt <= at) return 'over'
  const hash = sha256(refreshToken)
  const next = successorOf(key, refreshToken)
  if (sameHash(grant.refreshHash, hash)) {
    const rotated = await replaceRefreshToken(ctx, grant, hash, sha256(next), audit)
    // Somebody was faster with the same token: look again at what it is now.
    return rotated
      ? { grant: rotated, refreshToken: next }
      : rotateRefreshToken(ctx, key, await getGrant(ctx, grant.id), refreshToken, audit)
  }
  if (sameHash(grant.replacedHash, hash) && isWithinGrace(grant, at)) {
    await ctx.db.insertInto('auditEvents').values(audit).execute()
    return { grant, refreshToken: next }
  }
  await endGrants(ctx.db, at, 'refresh_token_replayed', (grants) =>
    grants.where('id', '=', grant.id),
  )
  return 'replayed'
}

/** The same handle, and a secret that only the holder of the key can make from the old token. */
function successorOf(key: Buffer, refreshToken: string): string {
  const [handle] = refreshToken.split('.')
  return `${handle}.${derive(key, 'refresh token', refreshToken)}`
}

function isWithinGrace({ refreshedAt }: Grant, at: Date): boolean {
  return refreshedAt !== null && at.getTime() - refreshedAt.getTime() <= GRACE_MS
}

/** One statement, so that there is no rotation without its entry, and one wait for the disk. */
function replaceRefreshToken(
  { db }: Granting,
  grant: Grant,
  replacedHash: Buffer,
  refreshHash: Buffer,
  { at, details, ...event }: AuditRow,
): Promise<Grant | undefined> {
  return db
    .with('rotated', (update) =>
      update
        .updateTable('grants')
        .set({ refreshHash, replacedHash, refreshedAt: at, expiresAt: lifetimeEnd(grant, at) })
        .where('id', '=', grant.id)
        .where('refreshHash', '=', replacedHash)
        .where('endedAt', 'is', null)
        .returningAll(),
    )
    .with('audited', (insert) =>
      insert
        .insertInto('auditEvents')
        .columns(['id', 'at', 'kind', 'identityId', 'clientId', 'address', 'requestId', 'details'])
        .expression((eb) =>
          eb
            .selectFrom('rotated')
            .select([
              eb.val(event.id).as('id'),
              sql<Date>`${at}::timestamptz`.as('at'),
              eb.val(event.kind).as('kind'),
              'rotated.identityId',
              'rotated.clientId',
              eb.val(event.address).as('address'),
              eb.val(event.requestId).as('requestId'),
              sql<string>`${details}::jsonb`.as('details'),
            ]),
        ),
    )
    .selectFrom('rotated')
    .selectAll()
    .executeTakeFirst()
}

/** 30 days after it was last used, and 90 days after it was given. */
function lifetimeEnd({ createdAt }: Grant, usedAt: Date): Date {
  const idle = usedAt.getTime() + IDLE_LIFETIME_MS
  return new Date(Math.min(idle, createdAt.getTime() + LONGEST_LIFETIME_MS))
}

/**
 * A grant of a client that acts for nobody: it lives as long as its one access token.
 * @throws CLIENT_DISABLED
 */
export async function createClientGrant(
  { db, now }: Granting,
  clientId: string,
  scopes: string[],
  lifetimeMs: number,
): Promise<Grant> {
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
  return db.transaction().execute(async (trx) => {
    await holdClient(trx, clientId)
    return trx
      .insertInto('grants')
      .values({ id: newId('grant'), clientId, scopes, createdAt, expiresAt })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

export function getGrant({ db }: Granting, id: string): Promise<Grant> {
  return db.selectFrom('grants').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

type Ended = UpdateQueryBuilder<IdentityTables, 'grants', 'grants', UpdateResult>

/** Ends the grants that `which` picks; every service hears of it within seconds. */
export async function endGrants(
  db: Db<IdentityTables>,
  endedAt: Date,
  endedBy: Ending,
  which: (grants: Ended) => Ended,
): Promise<number> {
  const grants = db.updateTable('grants').set({ endedAt, endedBy }).where('endedAt', 'is', null)
  const { numUpdatedRows } = await which(grants).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
