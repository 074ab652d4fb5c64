// The sessions, grants and audit entries of accounts, loaded for many accounts at once.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { once, placeholder, statementOf } from '#foundation/database/built-once.ts'
import { ofEachParent } from '#foundation/database/reads/each-parent.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
import type { List } from '#foundation/database/lists/page-statement.ts'
import { createPageLoader } from '#foundation/database/lists/pagination.ts'
import type { AuditEvent, Grant, IdentityTables, Session } from '../../tables.ts'

const MAX_SESSIONS = 50
const MAX_GRANTS = 100

/** Where and how somebody is signed in, without the value of the cookie. */
export type AccountSession = Pick<
  Session,
  'method' | 'userAgent' | 'address' | 'signedInAt' | 'lastSeenAt'
>

/** A grant whose tokens can still be refreshed. */
export type AccountGrant = Pick<Grant, 'clientId' | 'scopes' | 'createdAt' | 'expiresAt'>

const sessionsOf = once(
  (db: Kysely<IdentityTables>) => (identityId: RawBuilder<string>) =>
    db
      .selectFrom('sessions')
      .select(['method', 'userAgent', 'address', 'signedInAt', 'lastSeenAt'])
      .where('identityId', '=', identityId)
      .where('expiresAt', '>', placeholder<Date>('now'))
      .orderBy('signedInAt', 'desc')
      .limit(sql.lit(MAX_SESSIONS)),
)

const grantsOf = once(
  (db: Kysely<IdentityTables>) => (identityId: RawBuilder<string>) =>
    db
      .selectFrom('grants')
      .select(['clientId', 'scopes', 'createdAt', 'expiresAt'])
      .where('identityId', '=', identityId)
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', placeholder<Date>('now'))
      .orderBy('clientId')
      .limit(sql.lit(MAX_GRANTS)),
)

const auditEventsOf = once(
  (db: Kysely<IdentityTables>) => (identityId: RawBuilder<string>) =>
    db.selectFrom('auditEvents').selectAll().where('identityId', '=', identityId),
)

/** Sessions, latest sign-in first; at most 50. */
export function accountSessionsLoader(db: Kysely<IdentityTables>, now: () => Date) {
  return listLoader<AccountSession>(db, sessionsOf(db), { now, max: MAX_SESSIONS })
}

/** Grants, by client id; at most 100. */
export function accountGrantsLoader(db: Kysely<IdentityTables>, now: () => Date) {
  return listLoader<AccountGrant>(db, grantsOf(db), { now, max: MAX_GRANTS })
}

/** The audit trail of a person, newest first. */
export function accountAuditPages(db: Kysely<IdentityTables>) {
  const at = ({ at, id }: AuditEvent) => ({ at, id })
  const newestFirst = { column: 'at', id: 'id', direction: 'desc' } as const
  return createPageLoader(db, auditEventsOf(db), at, newestFirst)
}

function listLoader<Row extends object>(
  db: Kysely<IdentityTables>,
  listOf: (identityId: RawBuilder<string>) => List<Row>,
  { now, max }: { now: () => Date; max: number },
): DataLoader<string, Row[]> {
  return new DataLoader((ids) => {
    const list = () => ofEachParent(db, listOf(sql.ref('parent.parent_id')))
    const statement = statementOf(listOf, 'of each', list)
    const values = { now: now() }
    return rowsByIds(db, statement, { ids, column: 'parentId', values, rowsOfEach: max })
  })
}
