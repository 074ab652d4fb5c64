// Finding realms, and pages from the end of what is in them.
import { beforeAll, expect, test } from 'vitest'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const realm = testSubgraph('realm')
let ada: Person
beforeAll(async () => {
  ada = await realm.join('ada')
  for (const [index, name] of ['Salt Flats', 'Cloud Forest', 'The Deep'].entries()) {
    await addRealm(realm, { name, createdAt: new Date(Date.UTC(2026, 3, index + 1)) })
  }
  await addRealm(realm, { name: 'Salt Mines', retiredAt: new Date() })
})

test.each([
  ['orderBy: name', ['Cloud Forest', 'Salt Flats', 'The Deep']],
  ['orderBy: oldest', ['Salt Flats', 'Cloud Forest', 'The Deep']],
  ['last: 2', ['Cloud Forest', 'Salt Flats']],
  ['search: "clout"', ['Cloud Forest']],
  ['search: "salt"', ['Salt Flats']],
  ['search: "sight of", orderBy: name', ['Cloud Forest', 'Salt Flats', 'The Deep']],
])('realms are found by %s', async (args, names) => {
  const { realms } = await realm.ask(`{ realms(${args}) { nodes { name } } }`, { as: ada })
  expect(realms.nodes.map(({ name }: { name: string }) => name)).toEqual(names)
})

test('Places near a point cannot be paged from the end', async () => {
  const realmId = await addRealm(realm)
  await addPlace(realm, { realmId })
  const near = `realmId: "${realmId}", near: "0,0,0", radius: 5`
  expect(await realm.refusal(`{ places(${near}, last: 1) { totalCount } }`, { as: ada })).toEqual({
    code: 'VALIDATION_ERROR',
    details: { field: 'last', reason: 'is not supported by this list' },
  })
})

test('Places near a point can be paged backwards from a cursor', async () => {
  const realmId = await addRealm(realm)
  for (const x of [1, 2, 3]) await addPlace(realm, { realmId, x })
  const near = `realmId: "${realmId}", near: "0,0,0", radius: 5`
  const { places } = await realm.ask(
    `{ places(${near}) { edges { cursor node { position { x } } } } }`,
    { as: ada },
  )
  const before = places.edges[2].cursor
  const page = await realm.ask(
    `{ places(${near}, before: "${before}") { nodes { position { x } } pageInfo { hasNextPage } } }`,
    { as: ada },
  )
  expect(page.places).toEqual({
    nodes: [{ position: { x: 1 } }, { position: { x: 2 } }],
    pageInfo: { hasNextPage: true },
  })
})
