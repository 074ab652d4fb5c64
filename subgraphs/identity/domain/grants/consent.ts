// Consents: the scopes that a person has allowed a client, so that the consent page is not shown again.
import { sql } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { IdentityContext, DbAndClock } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import { recordAudit, type AuditSource } from '../audit/audit.ts'
import { revokeGrants } from './grant.ts'

/** The scopes that the person has allowed the client. */
export async function consentedScopes(
  { db }: Pick<DbAndClock, 'db'>,
  identityId: string,
  clientId: string,
): Promise<string[]> {
  const consent = await consentOf(db, identityId, clientId).executeTakeFirst()
  return consent?.scopes ?? []
}

/**
 * The scopes that the person has allowed the client, locked until the transaction ends, so that disconnecting
 * the app revokes the resulting grant.
 */
export async function lockConsentedScopesForShare(
  trx: Transaction<IdentityTables>,
  identityId: string,
  clientId: string,
): Promise<string[]> {
  const consent = await consentOf(trx, identityId, clientId).forShare().executeTakeFirst()
  return consent?.scopes ?? []
}

function consentOf(db: Db<IdentityTables>, identityId: string, clientId: string) {
  return db
    .selectFrom('consents')
    .select('scopes')
    .where('identityId', '=', identityId)
    .where('clientId', '=', clientId)
}

/** Adds scopes to those already allowed. */
export async function giveConsent(
  ctx: AuditSource,
  identityId: string,
  clientId: string,
  scopes: string[],
): Promise<void> {
  const givenAt = ctx.now()
  await ctx.db
    .insertInto('consents')
    .values({ identityId, clientId, scopes, givenAt })
    .onConflict((conflict) =>
      conflict.columns(['identityId', 'clientId']).doUpdateSet({
        scopes: sql<string[]>`array(
          select distinct name from unnest(consents.scopes || excluded.scopes) name order by name)`,
        givenAt,
      }),
    )
    .execute()
  await recordAudit(ctx, { kind: 'consent_given', identityId, clientId, details: { scopes } })
}

export interface ConnectedApp {
  clientId: string
  name: string
  scopes: string[]
  givenAt: Date
}

/** The person's connected clients, latest first; at most 100. */
export function listConnectedApps({ db }: DbAndClock, identityId: string): Promise<ConnectedApp[]> {
  return db
    .selectFrom('consents')
    .innerJoin('clients', 'clients.id', 'consents.clientId')
    .select(['consents.clientId', 'clients.name', 'consents.scopes', 'consents.givenAt'])
    .where('identityId', '=', identityId)
    .orderBy('givenAt', 'desc')
    .limit(100)
    .execute()
}

/** Withdraws the person's consent and revokes the client's grants. Recorded only if there was something to withdraw. */
export async function disconnectApp(
  ctx: DbAndClock & Pick<IdentityContext, 'address' | 'requestId'>,
  identityId: string,
  clientId: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const consent = await trx
      .deleteFrom('consents')
      .where('identityId', '=', identityId)
      .where('clientId', '=', clientId)
      .returning('clientId')
      .executeTakeFirst()
    const ended = await revokeGrants(trx, ctx.now(), 'disconnected', (grants) =>
      grants.where('identityId', '=', identityId).where('clientId', '=', clientId),
    )
    if (!consent && ended === 0) return
    await recordAudit({ ...ctx, db: trx }, { kind: 'app_disconnected', identityId, clientId })
  })
}
