// Logout notices (OpenID Connect Back-Channel Logout 1.0). Each is written in the transaction that ends the session,
// and kept until the client has responded.
import { sql, type RawBuilder } from 'kysely'
import { outboxBacklog } from '#foundation/database/outboxes/backlog.ts'
import type { Db } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { DbAndClock } from '../../context.ts'
import type { Client, Grant, IdentityTables, LogoutNotice } from '../../tables.ts'
import { OPENID_SCOPE } from './scope.ts'

/** The attempts within about fifteen minutes. A client that is away for longer has lost its sessions. */
export const MAX_ATTEMPTS = 8
/** The wait after the first attempt, longer than a client may take to respond. Doubles up to five minutes. */
const FIRST_WAIT_S = 10
const MAX_WAIT_S = 300

type SignedOutGrant = Pick<Grant, 'clientId' | 'identityId' | 'redeemedAt' | 'scopes' | 'sid'>

/** Adds a notice for each client and sign-in of these grants, if the client has a back-channel logout URI. */
export async function addLogoutNotices(
  db: Db<IdentityTables>,
  endedAt: Date,
  grants: readonly SignedOutGrant[],
): Promise<void> {
  const signedIn = grants.filter(
    ({ redeemedAt, scopes, sid }) => redeemedAt && sid && scopes.includes(OPENID_SCOPE),
  )
  if (signedIn.length === 0) return
  const wanting = await db
    .selectFrom('clients')
    .select('id')
    .where('id', 'in', [...new Set(signedIn.map(({ clientId }) => clientId))])
    .where('backchannelLogoutUri', 'is not', null)
    .execute()
  const wants = new Set(wanting.map(({ id }) => id))
  const notices = signedIn.filter(({ clientId }) => wants.has(clientId))
  const unique = new Map(notices.map((grant) => [`${grant.clientId} ${grant.sid}`, grant]))
  if (unique.size === 0) return
  const rows = [...unique.values()].map(({ clientId, identityId, sid }) => ({
    id: newId('logout'),
    clientId,
    identityId: identityId!,
    sid: sid!,
    createdAt: endedAt,
    nextAttemptAt: endedAt,
  }))
  await db.insertInto('logoutNotices').values(rows).execute()
}

export const logoutBacklog = outboxBacklog({
  table: 'logoutNotices',
  since: sql.ref('createdAt'),
})

/** A notice and its destination. */
export type DueNotice = Pick<LogoutNotice, 'id' | 'attempts' | 'clientId' | 'identityId' | 'sid'> &
  Pick<Client, 'backchannelLogoutUri' | 'disabledAt' | 'idTokenSignedResponseAlg'>

/** Claims due notices and postpones them, so that no other process sends them. */
export async function claimDueNotices({ db, now }: DbAndClock, max: number): Promise<DueNotice[]> {
  const at = now()
  return db
    .updateTable('logoutNotices')
    .from('clients')
    .set({ attempts: sql<number>`attempts + 1`, nextAttemptAt: nextAfter(at) })
    .whereRef('clients.id', '=', 'logoutNotices.clientId')
    .where('logoutNotices.id', 'in', (eb) =>
      eb
        .selectFrom('logoutNotices as due')
        .select('due.id')
        .where('due.nextAttemptAt', '<=', at)
        .orderBy('due.nextAttemptAt')
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['logoutNotices.id', 'attempts', 'clientId', 'identityId', 'sid'])
    .returning(['backchannelLogoutUri', 'disabledAt', 'idTokenSignedResponseAlg'])
    .execute()
}

function nextAfter(at: Date): RawBuilder<Date> {
  return sql<Date>`${at}::timestamptz
    + least(${FIRST_WAIT_S} * power(2, attempts), ${MAX_WAIT_S}) * interval '1 second'`
}

/** Deletes a notice that the client got, or will never get, unless another process has claimed it since. */
export async function settleNotice({ db }: DbAndClock, { id, attempts }: DueNotice): Promise<void> {
  const claimed = db.deleteFrom('logoutNotices').where('attempts', '=', attempts)
  await claimed.where('id', '=', id).execute()
}
