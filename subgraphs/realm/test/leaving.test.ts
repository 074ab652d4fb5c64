// Leaving a realm ends the caller's presence in it at once, and in no other.
import { beforeEach, expect, test } from 'vitest'
import { addRealm } from '#test/realm-story.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { at, storyOf } from './story.ts'

const realm = testSubgraph('realm')
const story = storyOf(realm)
let realmId: string
beforeEach(async () => {
  realmId = await addRealm(realm)
})

const move = (id = realmId) => story.act('updatePresence', { id, input: { position: at(1) } })
const NOBODY = { nodes: [], totalCount: 0 }
const CURRENT = `query ($of: [_Any!]!) {
  _entities(representations: $of) { ... on Identity { presence { realmId } } }
}`
const whereIsAda = async () => {
  const of = [{ __typename: 'Identity', id: story.ada.id }]
  return (await story.find(CURRENT, { of }))._entities[0].presence
}

test('Leaving a realm ends a presence at once, and succeeds without one', async () => {
  await move()
  for (let time = 0; time < 2; time += 1) {
    expect(await story.act('leaveRealm', { id: realmId })).toEqual({
      id: realmId,
      presence: NOBODY,
    })
  }
  expect(await whereIsAda()).toBeNull()
})

test('Leaving one realm keeps presences in other realms and of other people', async () => {
  const other = await addRealm(realm)
  await move()
  await move(other)
  const grace = { id: 'identity_grace' }
  await story.run('updatePresence', { id: realmId, input: { position: at(2) } }, grace)
  const { presence } = await story.act('leaveRealm', { id: realmId })
  expect(presence).toEqual({ nodes: [{ identityId: grace.id }], totalCount: 1 })
  expect(await whereIsAda()).toEqual({ realmId: other })
  await story.act('leaveRealm', { id: other })
})

test('A person can leave a retired realm', async () => {
  await move()
  await story.act('retireRealm', { id: realmId })
  expect((await story.act('leaveRealm', { id: realmId })).id).toBe(realmId)
  await story.act('restoreRealm', { id: realmId })
  expect(await whereIsAda()).toBeNull()
})
