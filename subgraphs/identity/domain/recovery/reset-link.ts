// The tokens that set a new password: per person one from mails and one from pages, the newest of each.
import { sql, type Selectable } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { IdentityContext, QueryContext } from '../../context.ts'
import type { Identity, IdentityTables } from '../../tables.ts'
import { linkIsOver } from '../email/email-address.ts'
import { randomToken, sha256 } from '../secrets/random.ts'

const LIFETIME_MS = 30 * 60_000

/** Creates the token of a link in a mail, replacing an earlier one. */
export async function createPasswordReset(
  { db, now }: QueryContext,
  identityId: string,
): Promise<string> {
  const { token, ...reset } = newReset(now())
  await db
    .insertInto('passwordResets')
    .values({ identityId, ...reset })
    .onConflict((conflict) => conflict.column('identityId').doUpdateSet(reset))
    .execute()
  return token
}

/**
 * Creates the token for a page. Mails do not replace it, so that strangers who request mails cannot stop the owner.
 * `since` is when the proof was added to the account; null after "this was not me" or waiting.
 */
export async function createRecovery(
  { db, now }: QueryContext,
  identityId: string,
  { since, byClaim = false }: { since: Date | null; byClaim?: boolean },
): Promise<string> {
  const { token, ...reset } = newReset(now())
  const recovery = { since, byClaim, ...reset }
  await db
    .insertInto('recoveries')
    .values({ identityId, ...recovery })
    .onConflict((conflict) => conflict.column('identityId').doUpdateSet(recovery))
    .execute()
  return token
}

function newReset(at: Date) {
  const token = randomToken()
  return { token, tokenHash: sha256(token), expiresAt: new Date(at.getTime() + LIFETIME_MS) }
}

/** The person whose password a token sets; `since` is the time of the code. */
export type RecoveringIdentity = Identity &
  Pick<Selectable<IdentityTables['recoveries']>, 'since' | 'byClaim'>

/** The values with which an audit entry names the means of a reset instead of a person. */
export const RESET_BY = ['link', 'code', 'administrator_code', 'claim'] as const
export type ResetBy = (typeof RESET_BY)[number]

/** The person whose password a token sets; undefined if it is over. */
export function findPasswordReset(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  token: string,
): Promise<RecoveringIdentity | undefined> {
  return db
    .selectFrom(tokensOf(db).as('tokens'))
    .innerJoin('identities', 'identities.id', 'tokens.identityId')
    .selectAll('identities')
    .select(['tokens.since', 'tokens.byClaim'])
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', now())
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}

const tokensOf = (db: Db<IdentityTables>) =>
  db
    .selectFrom('passwordResets')
    .select([
      'identityId',
      'tokenHash',
      'expiresAt',
      sql<Date | null>`null::timestamptz`.as('since'),
      sql<boolean>`false`.as('byClaim'),
    ])
    .unionAll(
      db
        .selectFrom('recoveries')
        .select(['identityId', 'tokenHash', 'expiresAt'])
        .select(sql<Date | null>`case when not by_claim then since end`.as('since'))
        .select('byClaim'),
    )

/** Consumes the token. @throws INSUFFICIENT_PERMISSIONS if it is over */
export async function usePasswordReset(
  { db, now }: { db: Transaction<IdentityTables>; now: () => Date },
  identityId: string,
  token: string,
): Promise<void> {
  for (const table of ['recoveries', 'passwordResets'] as const) {
    const used = await db
      .deleteFrom(table)
      .where('tokenHash', '=', sha256(token))
      .where('identityId', '=', identityId)
      .where('expiresAt', '>', now())
      .returning('identityId')
      .executeTakeFirst()
    if (used) return
  }
  throw linkIsOver()
}
