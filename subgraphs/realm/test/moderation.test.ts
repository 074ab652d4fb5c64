// Only administrators find hidden places, which are in no list until they are shown again.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { at, cube, notFound, storyOf } from './story.ts'

const realm = testSubgraph('realm')
const story = storyOf(realm)
const { act } = story
let grace: Person
let realmId: string
let shown: string
let id: string
beforeAll(async () => {
  grace = await realm.join('grace')
})
beforeEach(async () => {
  realmId = await addRealm(realm)
  shown = await addPlace(realm, { realmId, x: 1 })
  id = await addPlace(realm, { realmId, x: 2 })
})

const REASON = 'It advertises something.'
const hide = (reason = REASON) => act('hidePlace', { input: { id, reason } })
const moderation = () => ({ hiddenAt: realm.clock.now.toISOString(), reason: REASON })
const LISTS = `query ($realmId: ID!) {
  places(realmId: $realmId) { nodes { id } totalCount }
  near: places(realmId: $realmId, near: "2,0,0", radius: 5) { nodes { id } totalCount }
  realm(id: $realmId) { places { nodes { id } totalCount } }
}`
const PLACE = 'query ($id: ID!) { place(id: $id) { id moderation { hiddenAt reason } } }'
const ENTITIES = `query ($of: [_Any!]!) {
  _entities(representations: $of) { ... on Place { id moderation { reason } } }
}`
const asAdministrator = () => ({ as: story.ada, scopes: ['identity', 'admin'] })

test('A hidden place is in no list and no total, whoever asks', async () => {
  await hide()
  const only = { nodes: [{ id: shown }], totalCount: 1 }
  for (const asking of [{ as: grace }, asAdministrator()]) {
    const lists = await realm.ask(LISTS, { ...asking, variables: { realmId } })
    expect(lists).toEqual({ places: only, near: only, realm: { places: only } })
  }
})

test('A change of a hidden place is a result for administrators alone', async () => {
  await hide()
  const WATCH = 'subscription ($id: ID!) { realm(id: $id) { name } }'
  const variables = { id: realmId }
  await using live = realm.subscribe(WATCH, { as: grace, variables })
  await using administrators = realm.subscribe(WATCH, { ...asAdministrator(), variables })
  await Promise.all([live.data(), administrators.data()])
  const [next, seen] = [live.data(), administrators.data()]
  await act('updatePlace', { input: { id, name: 'The Hidden Well' } })
  await act('retirePlace', { id })
  await seen
  await act('updateRealm', { input: { id: realmId, name: 'The Low Hills' } })
  expect(await next).toEqual({ realm: { name: 'The Low Hills' } })
})

test('Only administrators find a hidden place by its id', async () => {
  expect((await hide()).moderation).toEqual(moderation())
  const found = { id, moderation: moderation() }
  expect(await realm.ask(PLACE, { ...asAdministrator(), variables: { id } })).toEqual({
    place: found,
  })
  const others = [{ as: grace }, { as: story.ada }, { as: grace, scopes: ['identity', 'admin'] }]
  const of = [{ __typename: 'Place', id }]
  for (const asking of others) {
    const refusal = await realm.refusal(PLACE, { ...asking, variables: { id } })
    expect(refusal).toEqual(notFound('Place', id))
    const { _entities } = await realm.ask(ENTITIES, { ...asking, variables: { of } })
    expect(_entities).toEqual([null])
  }
  const { _entities } = await realm.ask(ENTITIES, { ...asAdministrator(), variables: { of } })
  expect(_entities).toEqual([{ id, moderation: { reason: REASON } }])
})

test('Hiding and showing a place twice is recorded once each', async () => {
  await hide()
  expect((await hide('Another reason.')).moderation).toEqual(moderation())
  for (let time = 0; time < 2; time += 1) {
    expect((await act('unhidePlace', { id })).moderation).toBeNull()
  }
  const { places } = await realm.ask(LISTS, { as: grace, variables: { realmId } })
  expect(places.totalCount).toBe(2)
  const by = story.ada.id
  expect(await story.audited(id)).toEqual([
    { kind: 'content_hidden', details: { type: 'Place', id, reason: REASON, by } },
    { kind: 'content_shown', details: { type: 'Place', id, by } },
  ])
})

test('A place that is hidden and retired comes back once it is neither', async () => {
  const total = async () =>
    (await realm.ask(LISTS, { as: grace, variables: { realmId } })).places.totalCount as number
  await hide()
  await act('retirePlace', { id })
  await act('unhidePlace', { id })
  expect(await total()).toBe(1)
  expect(await act('restorePlace', { id })).toMatchObject({ retiredAt: null, moderation: null })
  expect(await total()).toBe(2)
})

test('A retired place is restored once, if it is still within the bounds of its realm', async () => {
  await act('retirePlace', { id })
  await act('updateRealm', { input: { id: realmId, bounds: cube(1) } })
  const refusal = await story.refusal('restorePlace', { id })
  expect(refusal.details).toEqual({ field: 'position.x', reason: 'must be from -1 to 1' })
  await act('updatePlace', { input: { id, position: at(1) } })
  for (let time = 0; time < 2; time += 1) {
    expect((await act('restorePlace', { id })).retiredAt).toBeNull()
  }
  const kinds = (await story.audited(id)).map(({ kind }) => kind)
  expect(kinds).toEqual(['content_retired', 'content_updated', 'content_restored'])
})

test('A restored realm comes back with its places, except those retired by themselves', async () => {
  await act('retirePlace', { id })
  await act('retireRealm', { id: realmId })
  for (let time = 0; time < 2; time += 1) {
    expect((await act('restoreRealm', { id: realmId })).retiredAt).toBeNull()
  }
  const { places } = await realm.ask(LISTS, { as: grace, variables: { realmId } })
  expect(places).toEqual({ nodes: [{ id: shown }], totalCount: 1 })
  const kinds = (await story.audited(realmId)).map(({ kind }) => kind)
  expect(kinds).toEqual(['content_retired', 'content_restored'])
})
