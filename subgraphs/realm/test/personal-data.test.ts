// What the realm exports about a person, and what is left after they are erased.
import { beforeAll, expect, test } from 'vitest'
import { cutOff, rowsWith, suffixOf, wordOf, countErasureEvents } from '#test/erasure.ts'
import { addRealm } from '#test/realm-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { MUTATIONS } from './story.ts'

const realm = testSubgraph('realm')
let ada: Person
let grace: Person
let meadow: string
beforeAll(async () => {
  ada = await realm.join('ada', { role: 'admin' })
  grace = await realm.join('grace')
  meadow = await addRealm(realm, { name: 'Meadow' })
})

const enter = (as: Person, id: string) => {
  const input = { position: { x: 1, y: 2, z: 3 } }
  return realm.ask(MUTATIONS.updatePresence, { as, variables: { id, input }, key: 'enter' })
}

test('a person gets their presences', async () => {
  await enter(ada, meadow)
  await enter(grace, meadow)
  const { presences, 'idempotency-keys': idempotencyKeys } = await realm.exportPerson(ada)
  expect(presences).toMatchObject([{ realmId: meadow, realm: 'Meadow', x: 1, y: 2, z: 3 }])
  expect(idempotencyKeys).toMatchObject([{ field: 'updatePresence', key: 'enter' }])
})

test('After an interrupted erasure is repeated, nothing names the person', async () => {
  await enter(ada, meadow)
  const harbour = await addRealm(realm, { name: 'Harbour' })
  const asAdmin = { as: ada, scopes: ['identity', 'admin'] }
  await realm.ask(MUTATIONS.retireRealm, { ...asAdmin, variables: { id: harbour } })
  const lock = `select from audit_outbox for update`
  await cutOff(realm, 'realm', lock, () => realm.erasePerson(ada))
  expect(await rowsWith(realm, 'realm', [suffixOf(ada)])).not.toEqual([])
  await realm.erasePerson(ada)
  await realm.erasePerson(ada)
  expect(await rowsWith(realm, 'realm', [suffixOf(ada), wordOf(ada.username)])).toEqual([])
  expect(await countErasureEvents(realm, 'realm', ada)).toBe(1)
  expect((await realm.exportPerson(grace)).presences).toHaveLength(1)
})
