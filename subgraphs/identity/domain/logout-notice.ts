// Logout notices: clients to tell that a session has ended (OpenID Connect Back-Channel Logout 1.0), each owed
// from the transaction that ended it until the client has answered.
import type { Db, Kysely } from '#foundation/database/database.ts'
import { putOff } from '#foundation/database/outbox.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { Client, Grant, IdentityTables, LogoutNotice } from '../tables.ts'
import { OPENID_SCOPE } from './scope.ts'

/** Some fifteen minutes, because the wait doubles: a client that is away for longer has lost its sessions. */
export const MOST_ATTEMPTS = 10

type SignedOutGrant = Pick<Grant, 'clientId' | 'identityId' | 'redeemedAt' | 'scopes' | 'sid'>

/** Adds a notice for each client and sign-in of these grants, if the client wants to be told. */
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

/** A notice, and where it goes. */
export type DueNotice = Pick<LogoutNotice, 'id' | 'attempts' | 'clientId' | 'identityId' | 'sid'> &
  Pick<Client, 'backchannelLogoutUri' | 'disabledAt' | 'idTokenSignedResponseAlg'>

type Delivering = { db: Kysely<IdentityTables>; now: () => Date }

/** At most `most` notices that are due, put off so that no other process takes them. */
export async function takeDueNotices({ db, now }: Delivering, most: number): Promise<DueNotice[]> {
  const at = now()
  return db
    .updateTable('logoutNotices')
    .from('clients')
    .set(putOff(at))
    .whereRef('clients.id', '=', 'logoutNotices.clientId')
    .where('logoutNotices.id', 'in', (eb) =>
      eb
        .selectFrom('logoutNotices as due')
        .select('due.id')
        .where('due.nextAttemptAt', '<=', at)
        .orderBy('due.nextAttemptAt')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['logoutNotices.id', 'attempts', 'clientId', 'identityId', 'sid'])
    .returning(['backchannelLogoutUri', 'disabledAt', 'idTokenSignedResponseAlg'])
    .execute()
}

/** Forgets a notice that the client got, or will never get. */
export async function settleNotice({ db }: Delivering, id: string): Promise<void> {
  await db.deleteFrom('logoutNotices').where('id', '=', id).execute()
}
