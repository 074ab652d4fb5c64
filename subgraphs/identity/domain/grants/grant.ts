// Grants: what a person has allowed a client, starting with the code. One row each.
import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { Db, Kysely, Transaction } from '#foundation/database/database.ts'
import { refused } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { randomToken, sha256 } from '../secrets/random.ts'
import type { Grant, IdentityTables, Session } from '../../tables.ts'
import { addLogoutNotices } from './logout-notice.ts'
import { recordAudit, type AuditEntry, type AuditSource } from '../audit/audit.ts'

const CODE_LIFETIME_MS = 60_000
/** The maximum of unredeemed codes per person. Beyond it, the oldest are deleted. */
const MAX_CODES = 100

export interface GrantContext {
  db: Kysely<IdentityTables>
  now: () => Date
}

/** `GrantContext` with the source of audit entries. */
export type AuditedGrantContext = GrantContext & AuditSource

/** `GrantContext` within a larger transaction. */
type GrantTransaction = GrantContext & { db: Transaction<IdentityTables> }

export interface NewGrant {
  identityId: string
  clientId: string
  sessionId: string
  scopes: string[]
  redirectUri: string
  codeChallenge: string | null
  nonce: string | null
  signedInAt: Date
  methods: Session['methods']
}

/** Why grants are revoked, for the audit trail. */
export type RevocationReason =
  | 'code_replayed'
  | 'refresh_token_replayed'
  | 'revoked'
  | 'disconnected'
  | 'signed_out'
  | 'password_changed'
  | 'password_reset'
  | 'account_locked'
  | 'identity_disabled'
  | 'client_disabled'

/** Creates a grant and returns its authorization code, which is valid for 60 seconds. @throws CLIENT_DISABLED */
export async function createGrant({ db, now }: GrantTransaction, grant: NewGrant): Promise<string> {
  const code = randomToken()
  const createdAt = now()
  await lockClientForShare(db, grant.clientId)
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
  await removeOldestCodes(db, grant.identityId)
  return code
}

/** Deletes the oldest codes. This limits the rows that one session can add, even when rate limits are off. */
async function removeOldestCodes(trx: Transaction<IdentityTables>, id: string): Promise<void> {
  await trx
    .deleteFrom('grants')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('grants')
        .select('id')
        .where('identityId', '=', id)
        .where('endedAt', 'is', null)
        .where('redeemedAt', 'is', null)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_CODES)
        // Skips codes that are being redeemed or removed.
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/** Locks the client until the grant is stored, so that disabling the client also revokes the grant. */
export async function lockClientForShare(
  trx: Transaction<IdentityTables>,
  id: string,
): Promise<void> {
  await trx
    .selectFrom('clients')
    .select('id')
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirstOrThrow(() => refused('CLIENT_DISABLED', 'The client is disabled.'))
}

/** The columns of a grant that its tokens contain. */
export type IssuedGrant = Pick<
  Grant,
  'id' | 'identityId' | 'clientId' | 'scopes' | 'sid' | 'signedInAt' | 'methods'
>

export interface Redemption {
  grant: IssuedGrant
  refreshToken: string
}

/** The audit entry for an issued token. */
export function tokenIssued(
  grantType: string,
  { id: grantId, identityId, clientId }: IssuedGrant,
  scopes: readonly string[],
): AuditEntry {
  return { kind: 'token_issued', identityId, clientId, details: { grantType, grantId, scopes } }
}

/** `replayed`: already used, which revoked the grant. `over`: expired or already revoked. */
export type Refusal = 'replayed' | 'over'

/** Creates the grant of a machine client, which lives as long as its only access token. @throws CLIENT_DISABLED */
export async function createClientGrant(
  ctx: AuditedGrantContext,
  clientId: string,
  scopes: string[],
  lifetimeMs: number,
): Promise<Grant> {
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
  return ctx.db.transaction().execute(async (trx) => {
    await lockClientForShare(trx, clientId)
    const grant = await trx
      .insertInto('grants')
      .values({ id: newId('grant'), clientId, scopes, createdAt, expiresAt })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit({ ...ctx, db: trx }, tokenIssued('client_credentials', grant, scopes))
    return grant
  })
}

type GrantUpdate = UpdateQueryBuilder<IdentityTables, 'grants', 'grants', UpdateResult>

/** Reasons to revoke a grant without signing the person out. */
const SESSION_GOES_ON: readonly RevocationReason[] = [
  'code_replayed',
  'refresh_token_replayed',
  'revoked',
  'disconnected',
  'client_disabled',
]

/**
 * Revokes the grants that `which` selects. Every service learns of it within seconds. Clients get a logout
 * notice when the person is signed out.
 */
export async function revokeGrants(
  db: Db<IdentityTables>,
  endedAt: Date,
  endedBy: RevocationReason,
  which: (grants: GrantUpdate) => GrantUpdate,
): Promise<number> {
  const grants = db.updateTable('grants').set({ endedAt, endedBy }).where('endedAt', 'is', null)
  if (SESSION_GOES_ON.includes(endedBy)) {
    const { numUpdatedRows } = await which(grants).executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }
  const ended = await which(grants)
    .returning(['clientId', 'identityId', 'redeemedAt', 'scopes', 'sid'])
    .execute()
  await addLogoutNotices(db, endedAt, ended)
  return ended.length
}

export interface Revocation {
  reason: RevocationReason
  /** The audit entry; the grant is added to it. */
  entry: AuditEntry
  /** A condition that the grant must still meet. */
  where?: (grants: GrantUpdate) => GrantUpdate
}

/** Revokes one grant and records why. Returns false if there was nothing to revoke. */
export function revokeGrant(
  ctx: AuditedGrantContext,
  { id, identityId, clientId }: Grant,
  { reason, entry, where = (grants) => grants }: Revocation,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const ended = await revokeGrants(trx, ctx.now(), reason, (grants) =>
      where(grants.where('id', '=', id)),
    )
    const details = { ...entry.details, grantId: id }
    if (ended > 0) {
      await recordAudit({ ...ctx, db: trx }, { ...entry, identityId, clientId, details })
    }
    return ended > 0
  })
}
