// Exports a person's proposals and votes, and moves them to a tombstone when the person is erased.
import { sql, type Kysely } from 'kysely'
import { deleteRowsOf, pagesOf, replacePerson } from '#foundation/database/people/person-rows.ts'
import { eraseEvents } from '#foundation/events/erased-events.ts'
import { eraseKeys, exportKeys } from '#foundation/idempotency/erased-keys.ts'
import type { PersonalData } from '#foundation/service/personal-data.ts'
import type { GovernanceContext } from '../context.ts'
import type { GovernanceTables } from '../tables.ts'

export const personalData: PersonalData<GovernanceContext> = {
  async *exportPerson({ db }, identityId) {
    yield* proposals(db, identityId)
    yield* votes(db, identityId)
    yield* participation(db, identityId)
    yield* exportKeys(db, identityId)
  },

  /** Keeps proposals and votes under the tombstone, so that the results stay as people voted. */
  async erasePerson({ db }, erasure) {
    const { identityId } = erasure
    await replacePerson(db, { table: 'proposals', column: 'proposerId' }, erasure)
    await replacePerson(db, { table: 'votes', column: 'identityId' }, erasure)
    await moveNotices(db, identityId)
    await deleteRowsOf(db, { table: 'participations', column: 'identityId' }, identityId)
    await eraseKeys(db, identityId)
    await eraseEvents(db, erasure)
  },
}

type Db = Kysely<GovernanceTables>

/** Makes the notices of closed proposals continue after another voter, who has been notified as well. */
async function moveNotices(db: Db, identityId: string): Promise<void> {
  await sql`
    update closing_notices set after_voter = coalesce((
      select max(identity_id) from votes
      where votes.proposal_id = closing_notices.proposal_id and identity_id < ${identityId}
    ), '')
    where after_voter = ${identityId}`.execute(db)
}

function proposals(db: Db, identityId: string) {
  const own = db
    .selectFrom('proposals')
    .select(['id', 'title', 'description', 'yesVotes', 'noVotes', 'quorum', 'endTime', 'outcome'])
    .select('createdAt')
    .where('proposerId', '=', identityId)
  return pagesOf('proposals', own, { key: ['createdAt', 'id'], atOnce: 25 })
}

function votes(db: Db, identityId: string) {
  const own = db
    .selectFrom('votes')
    .innerJoin('proposals', 'proposals.id', 'proposalId')
    .select(['proposalId', 'proposals.title as proposal', 'vote', 'votedAt'])
    .where('identityId', '=', identityId)
  return pagesOf('votes', own, { key: ['votedAt', 'proposalId'] })
}

/** The content of the person's participation credential. */
function participation(db: Db, identityId: string) {
  const own = db
    .selectFrom('participations')
    .select(['identityId', 'voted', 'proposalCount'])
    .where('identityId', '=', identityId)
  return pagesOf('participation', own, { key: ['identityId'] })
}
