// Notifies everybody who voted on a proposal, and its author, that voting has ended: an event for each, a few
// hundred in each transaction, however many have voted.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import type { GovernanceContext } from '../context.ts'
import type { GovernanceTables } from '../tables.ts'

const BATCH = 500

/** Runs until the voters of every closed proposal are notified. Skips proposals that another process works on. */
export async function notifyVoters(
  { db, events }: GovernanceContext,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const hasNotice = await db.transaction().execute(notifyNext)
    if (!hasNotice) return
    events.wake()
  }
}

/** Notifies the next voters. Returns false if there is nobody to notify. */
async function notifyNext(trx: Transaction<GovernanceTables>): Promise<boolean> {
  const notice = await trx
    .selectFrom('closingNotices')
    .innerJoin('proposals', 'proposals.id', 'proposalId')
    .select(['proposalId', 'afterVoter', 'proposerId'])
    .orderBy('proposalId')
    .limit(1)
    .forUpdate('closingNotices')
    .skipLocked()
    .executeTakeFirst()
  if (!notice) return false
  const { proposalId, afterVoter, proposerId } = notice
  const voters = await listVoters(trx, proposalId, afterVoter)
  const isLast = voters.length < BATCH
  await writeEvents(trx, proposalId, isLast ? await withAuthor(trx, notice, voters) : voters)
  const notices = { trx, proposalId, afterVoter: voters.at(-1) ?? proposerId }
  await (isLast ? drop(notices) : advance(notices))
  return true
}

async function listVoters(
  trx: Transaction<GovernanceTables>,
  proposalId: string,
  after: string,
): Promise<string[]> {
  const votes = trx.selectFrom('votes').select('identityId').where('proposalId', '=', proposalId)
  const next = votes.where('identityId', '>', after).orderBy('identityId').limit(BATCH)
  return (await next.execute()).map(({ identityId }) => identityId)
}

/** Adds the author, unless they have voted. */
async function withAuthor(
  trx: Transaction<GovernanceTables>,
  { proposalId, proposerId }: { proposalId: string; proposerId: string },
  voters: string[],
): Promise<string[]> {
  const vote = trx.selectFrom('votes').select('identityId').where('proposalId', '=', proposalId)
  const own = await vote.where('identityId', '=', proposerId).executeTakeFirst()
  return own ? voters : [...voters, proposerId]
}

async function writeEvents(
  trx: Transaction<GovernanceTables>,
  proposalId: string,
  people: readonly string[],
): Promise<void> {
  await sql`
    insert into events (kind, subject_type, subject_id, related, audience, audience_id)
    select 'vote.closed', 'Proposal', ${proposalId}, array[person], 'owner', person
    from unnest(${people}::text[]) as person`.execute(trx)
}

interface Notified {
  trx: Transaction<GovernanceTables>
  proposalId: string
  afterVoter: string
}

async function advance({ trx, proposalId, afterVoter }: Notified): Promise<void> {
  const notices = trx.updateTable('closingNotices').set({ afterVoter })
  await notices.where('proposalId', '=', proposalId).execute()
}

async function drop({ trx, proposalId }: Notified): Promise<void> {
  await trx.deleteFrom('closingNotices').where('proposalId', '=', proposalId).execute()
}
