// A person's participation credential: its content is committed with the vote or proposal that
// changes it, and told to the ID service at once or later.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { LEASE_MS, putOff, sweepOutbox } from '#foundation/database/outbox.ts'
import { peerOperation } from '#foundation/peers/peers.ts'
import type { GovernanceContext } from '../context.ts'
import type { GovernanceTables, Participation } from '../tables.ts'

export const GrantCredential = peerOperation<
  { grantCredential: { granted: boolean } },
  { input: { key: string; identityId: string; type: string; claims: object; version: number } }
>(`
  mutation GrantCredential($input: GrantCredentialInput!) {
    grantCredential(input: $input) { granted }
  }
`)

/** Records what a person did. Returns the participation if their credential changes. */
export function recordParticipation(
  trx: Transaction<GovernanceTables>,
  identityId: string,
  did: 'voted' | 'proposed',
  at: Date,
): Promise<Participation | undefined> {
  const participation = {
    identityId,
    voted: did === 'voted',
    proposalCount: did === 'proposed' ? 1 : 0,
    version: 1,
    nextAttemptAt: new Date(at.getTime() + LEASE_MS),
  }
  return trx
    .insertInto('participations')
    .values(participation)
    .onConflict((conflict) =>
      conflict
        .column('identityId')
        .doUpdateSet({
          voted: sql`participations.voted or excluded.voted`,
          proposalCount: sql`participations.proposal_count + excluded.proposal_count`,
          version: sql`participations.version + 1`,
          attempts: 0,
          nextAttemptAt: participation.nextAttemptAt,
        })
        .where(sql<boolean>`excluded.proposal_count > 0 or not participations.voted`),
    )
    .returningAll()
    .executeTakeFirst()
}

/**
 * Sends the credential's content to the ID service. Repeated and out-of-order calls are safe,
 * because the highest version wins. A failure is only logged, because the sweep retries it.
 */
export async function settleParticipation(
  { db, peers, log }: GovernanceContext,
  { identityId, voted, proposalCount, version }: Participation,
): Promise<void> {
  const input = {
    key: `participation:${identityId}`,
    identityId,
    type: 'governance_participant',
    claims: { voted, proposalCount },
    version,
  }
  try {
    await peers.identity(GrantCredential, { input })
    await db
      .updateTable('participations')
      .set({ grantedVersion: version })
      .where('identityId', '=', identityId)
      .where('grantedVersion', '<', version)
      .execute()
  } catch (error) {
    log.warn({ err: error, identityId, version }, 'the credential is not up to date yet')
  }
}

/** Settles what requests left unsettled after an outage or a crash. */
export function sweepParticipations(ctx: GovernanceContext, stopping: AbortSignal): Promise<void> {
  return sweepOutbox(
    (most) => takeDue(ctx, most),
    (participation) => settleParticipation(ctx, participation),
    stopping,
  )
}

/** Takes due rows and postpones them, longer each time, so that no other process takes them. */
function takeDue({ db, now }: GovernanceContext, most: number): Promise<Participation[]> {
  const at = now()
  const due = db
    .selectFrom('participations')
    .select('identityId')
    .whereRef('grantedVersion', '<', 'version')
    .where('nextAttemptAt', '<=', at)
    .orderBy('nextAttemptAt')
    .limit(most)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('participations')
    .set(putOff(at))
    .where('identityId', 'in', due)
    .returningAll()
    .execute()
}
