// What the tests of the whole system know of the Realm service.
import { addPlace, addRealm } from '#test/realm-story.ts'
import type { TestedService } from '#test/tested-service.ts'
import { realmRows } from '../../../test/contract/realm.ts'
import { AUDIT, MIGRATIONS, SHARED } from '../../../test/personal-data/columns.ts'

export const testedService: TestedService = {
  rows: realmRows,
  columns: {
    ...SHARED,
    ...AUDIT,
    ...MIGRATIONS,
    places: {
      texts: 'hidden_reason',
      others: 'id realm_id name kind ref_type ref_id content_key ref_key',
    },
    places_count: { others: 'realm_id' },
    presences: { person: 'identity_id', others: 'realm_id' },
    realms: { others: 'id name description content_key' },
  },
  triggers: { migration: '0002-tables', hash: 'y8hCjG9jihxb' },
  async addNodes(system) {
    const realm = await addRealm(system)
    const place = await addPlace(system, { realmId: realm })
    return [
      { type: 'Realm', id: realm },
      { type: 'Place', id: place },
    ]
  },
}
