// Who learns of what happens in a realm.
import { beforeAll, expect, test } from 'vitest'
import { readFromNow } from '#test/event-reader.ts'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { at, MUTATIONS } from './story.ts'

const realm = testSubgraph('realm')
let ada: Person
let grace: Person
let olga: Person
beforeAll(async () => {
  ada = await realm.join('ada')
  grace = await realm.join('grace')
  olga = await realm.join('olga', { role: 'admin' })
})

const stand = (id: string, position = at(1)) =>
  realm.ask(MUTATIONS.updatePresence, { as: ada, variables: { id, input: { position } } })

test('Where somebody is, is known as long as they are there', async () => {
  const id = await addRealm(realm)
  const learnedBy = await readFromNow(realm, 'realm')
  await stand(id)
  await stand(id)
  await stand(id, at(2))
  expect(await learnedBy({ as: grace })).toEqual(['presence.entered', 'presence.moved'])
  await realm.ask(MUTATIONS.leaveRealm, { as: ada, variables: { id } })
  expect(await learnedBy({ as: grace })).toEqual(['presence.left'])
})

test('Readers get no event of an expired presence, and one when the person returns', async () => {
  const id = await addRealm(realm)
  const learnedBy = await readFromNow(realm, 'realm')
  await stand(id)
  realm.clock.now = new Date(realm.clock.now.getTime() + 301_000)
  expect(await learnedBy({ as: grace })).toEqual([])
  await stand(id)
  expect(await learnedBy({ as: grace })).toEqual(['presence.entered', 'presence.moved'])
})

test('A hidden place is known to administrators until it is shown again', async () => {
  const learnedBy = await readFromNow(realm, 'realm')
  const place = await addPlace(realm, { realmId: await addRealm(realm) })
  const asAdmin = { as: olga, scopes: ['identity', 'admin'] }
  const input = { id: place, reason: 'a trap' }
  await realm.ask(MUTATIONS.hidePlace, { ...asAdmin, variables: { input } })
  expect(await learnedBy({ as: grace })).toEqual(['realm.added'])
  expect(await learnedBy(asAdmin)).toEqual(['realm.added', 'place.added', 'place.hidden'])
  await realm.ask(MUTATIONS.unhidePlace, { ...asAdmin, variables: { id: place } })
  expect(await learnedBy({ as: grace })).toEqual(['realm.added', 'place.added', 'place.shown'])
})
