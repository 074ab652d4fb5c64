// Exports a person's completions with the titles of the quests, and erases them.
import { deleteRowsOf, pagesOf } from '#foundation/database/people/person-rows.ts'
import { eraseEvents } from '#foundation/events/erased-events.ts'
import { eraseKeys, exportKeys } from '#foundation/idempotency/erased-keys.ts'
import { eraseFromAudit } from '#foundation/peers/audit-erasure.ts'
import type { PersonalData } from '#foundation/service/personal-data.ts'
import type { PathContext } from '../context.ts'

export const personalData: PersonalData<PathContext> = {
  async *exportPerson({ db }, identityId) {
    const completions = db
      .selectFrom('questCompletions')
      .innerJoin('quests', 'quests.id', 'questId')
      .select(['questCompletions.id', 'questId', 'quests.title as quest', 'period', 'completedAt'])
      .select(['questCompletions.xpReward', 'questCompletions.goldReward'])
      .select(['questCompletions.credentialType', 'credentialId', 'newLevel', 'newXp'])
      .where('identityId', '=', identityId)
    yield* pagesOf('completions', completions, { key: ['questId', 'period'] })
    const completed = db
      .selectFrom('completedQuests')
      .innerJoin('quests', 'quests.id', 'questId')
      .select(['questId', 'quests.title as quest', 'firstCompletedAt'])
      .where('identityId', '=', identityId)
    yield* pagesOf('completed-quests', completed, { key: ['questId'] })
    yield* exportKeys(db, identityId)
  },

  /** Deletes completions; no count needs an update. Gold that a completion still owes is not paid. */
  async erasePerson({ db }, erasure) {
    const { identityId } = erasure
    await deleteRowsOf(db, { table: 'questCompletions', column: 'identityId' }, identityId)
    await deleteRowsOf(db, { table: 'completedQuests', column: 'identityId' }, identityId)
    await eraseFromAudit(db, erasure)
    await eraseKeys(db, identityId)
    await eraseEvents(db, erasure)
  },
}
