// Exports and erases a person's presences, which are all that the realm holds about them.
import { deleteRowsOf, pagesOf } from '#foundation/database/people/person-rows.ts'
import { eraseEvents } from '#foundation/events/erased-events.ts'
import { eraseKeys, exportKeys } from '#foundation/idempotency/erased-keys.ts'
import { eraseFromAudit } from '#foundation/peers/audit-erasure.ts'
import type { PersonalData } from '#foundation/service/personal-data.ts'
import type { RealmContext } from '../context.ts'

export const personalData: PersonalData<RealmContext> = {
  async *exportPerson({ db }, identityId) {
    const presences = db
      .selectFrom('presences')
      .innerJoin('realms', 'realms.id', 'realmId')
      .select(['realmId', 'realms.name as realm', 'x', 'y', 'z', 'updatedAt'])
      .where('identityId', '=', identityId)
    yield* pagesOf('presences', presences, { key: ['realmId'] })
    yield* exportKeys(db, identityId)
  },

  async erasePerson({ db }, erasure) {
    const { identityId } = erasure
    await deleteRowsOf(db, { table: 'presences', column: 'identityId' }, identityId)
    await eraseFromAudit(db, erasure)
    await eraseKeys(db, identityId)
    await eraseEvents(db, erasure)
  },
}
