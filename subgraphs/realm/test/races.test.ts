// Races of people in a realm.
import { expect, test } from 'vitest'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { rounds } from '#test/rounds.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { at, cube, storyOf } from './story.ts'

const ROUNDS = rounds(5, 30)

const realm = testSubgraph('realm')
const story = storyOf(realm)

test('a person who leaves while moving is there once or not at all', async () => {
  const id = await addRealm(realm)
  const LOOK = 'query ($id: ID!) { presence(realmId: $id) { nodes { position { x } } totalCount } }'
  for (let round = 0; round < ROUNDS; round += 1) {
    const input = { position: at(round % 1_000) }
    const responses = await Promise.all([
      story.run('updatePresence', { id, input }),
      story.run('leaveRealm', { id }),
      story.run('updatePresence', { id, input }),
    ])
    for (const { errors } of responses) expect(errors).toBeUndefined()
    const { presence } = await story.find(LOOK, { id })
    const there = { nodes: [{ position: { x: round % 1_000 } }], totalCount: 1 }
    expect([there, { nodes: [], totalCount: 0 }]).toContainEqual(presence)
  }
})

test('a place that is restored while its realm shrinks is inside or stays retired', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const realmId = await addRealm(realm)
    const id = await addPlace(realm, { realmId, x: 5, retiredAt: new Date() })
    const [restored, shrunk] = await Promise.all([
      story.run('restorePlace', { id }),
      story.run('updateRealm', { input: { id: realmId, bounds: cube(1) } }),
    ])
    expect([restored, shrunk].filter(({ errors }) => errors)).toHaveLength(1)
  }
})
