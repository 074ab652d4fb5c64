// A person's participation credential: its content is committed with the vote or proposal that
// changes it, and sent to the ID service immediately or by a later sweep.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { outboxBacklog } from '#foundation/database/outboxes/backlog.ts'
import { firstDue, LEASE_MS, sweepOutbox } from '#foundation/database/outboxes/outbox.ts'
import { ignoreReported } from '#foundation/domain/errors.ts'
import { peerOperation } from '#foundation/peers/peers.ts'
import { createOutage } from '#foundation/process/outage.ts'
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

/** The content of a credential that the ID service does not have yet. */
export type DueParticipation = Pick<Participation, 'voted' | 'proposalCount' | 'version'>

/** When the sweep first tries. Until then, the request that made the change settles it. */
export function firstAttempt(at: Date): Date {
  return new Date(at.getTime() + LEASE_MS)
}

/**
 * The SQL after `on conflict (identity_id) do update` that updates a participation when the person
 * votes or proposes again. Only the first vote changes the credential.
 */
export const CHANGED_PARTICIPATION = sql`
  set voted = participations.voted or excluded.voted,
    proposal_count = participations.proposal_count + excluded.proposal_count,
    version = participations.version + 1,
    attempts = 0,
    next_attempt_at = excluded.next_attempt_at
  where excluded.proposal_count > 0 or not participations.voted`

/** Records a proposal. Returns what to send to the ID service. */
export async function recordProposal(
  trx: Transaction<GovernanceTables>,
  identityId: string,
  at: Date,
): Promise<DueParticipation> {
  const { rows } = await sql<DueParticipation>`
    insert into participations (identity_id, voted, proposal_count, version, next_attempt_at)
    values (${identityId}, false, 1, 1, ${firstAttempt(at)})
    on conflict (identity_id) do update ${CHANGED_PARTICIPATION}
    returning voted, proposal_count, version`.execute(trx)
  return rows[0]!
}

const outage = createOutage('cannot update the participation credential; the sweep retries it')

/** Sends the credential's content to the ID service. A failure is only logged, because the sweep retries it. */
export async function settleParticipation(
  ctx: GovernanceContext,
  due: DueParticipation & { identityId: string },
): Promise<void> {
  await deliver(ctx, due).catch(ignoreReported)
}

/** Repeated and out-of-order calls are safe, because the highest version wins. @throws a failure, as reported */
async function deliver(
  { db, peers, log }: GovernanceContext,
  { identityId, voted, proposalCount, version }: DueParticipation & { identityId: string },
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
    throw outage.deliveryFailed({ log }, error, { identityId, version })
  }
}

/** People whose credential does not have their latest participation. */
const PARTICIPATIONS = {
  table: 'participations',
  isOwed: sql<boolean>`granted_version < version`,
}

export const participationBacklog = outboxBacklog({ ...PARTICIPATIONS, since: firstDue })

/** Settles what requests left unsettled after an outage or a crash. */
export function sweepParticipations(ctx: GovernanceContext, stopping: AbortSignal): Promise<void> {
  const settle = (row: Participation) => deliver(ctx, row)
  return sweepOutbox(ctx, { ...PARTICIPATIONS, key: 'identityId', settle }, stopping)
}
