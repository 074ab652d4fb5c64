// Realms and places from content files: applied, changed, retired, brought back and exported.
import { beforeEach, describe, expect, test } from 'vitest'
import { contentId } from '#foundation/domain/ids.ts'
import { contentOf, reported } from '#test/content.ts'
import { startTestSubgraph, testSubgraph } from '#test/subgraph.ts'
import { realm as subgraph } from '../subgraph.ts'
import { at, codeOf, cube, storyOf, whileHeld } from './story.ts'

const realm = testSubgraph('realm')
const story = storyOf(realm)
const operator = contentOf(subgraph, realm)

/** A key that only this test uses. */
let key: string
beforeEach(() => {
  key = `k${crypto.randomUUID().slice(0, 8)}`
  realm.clock.now = new Date(realm.clock.now.getTime() + 1_000)
})

const place = (name: string, x = 0, about: object = {}) => ({
  key: `${key}-${name}`,
  name,
  kind: 'landmark',
  position: at(x),
  ...about,
})
const hills = (places: object[] | undefined, about: object = {}) => ({
  realms: [
    {
      key,
      name: 'Hills',
      description: 'Green.',
      bounds: cube(100),
      ...(places && { places }),
      ...about,
    },
  ],
})

const REF = 'ref { __typename ... on Quest { id } ... on Scroll { id } ... on Organization { id } }'
const found = async () => {
  const query = `query ($id: ID!) {
    realm(id: $id) {
      name retiredAt bounds { max { x } } createdAt
      places(first: 100) { nodes { id name kind position { x } ${REF} } }
    }
  }`
  return (await story.find(query, { id: contentId('realm', key) })).realm
}
const names = async () =>
  (await found()).places.nodes.map(({ name }: { name: string }) => name) as string[]

describe('applied', () => {
  test('A file adds realms and places with ids derived from their keys, in order of age', async () => {
    const quest = contentId('quest', 'first-steps')
    const scroll = contentId('scroll', crypto.randomUUID())
    const lists = hills([
      place('gate', 1, { ref: { type: 'Quest', key: 'first-steps' } }),
      place('stone', 2, { ref: { type: 'Scroll', key: scroll } }),
      place('pond', 3, { kind: 'garden' }),
    ])
    expect(reported(await operator.apply(lists))).toEqual([
      `add realms/${key}`,
      ...['gate', 'stone', 'pond'].map((name) => `add places/${key}-${name}`),
    ])
    const { places, ...about } = await found()
    expect(about).toMatchObject({ name: 'Hills', retiredAt: null, bounds: { max: { x: 100 } } })
    expect(places.nodes).toMatchObject([
      { name: 'pond', kind: 'garden', position: { x: 3 }, ref: null },
      { name: 'stone', ref: { __typename: 'Scroll', id: scroll } },
      {
        id: contentId('place', `${key}-gate`),
        name: 'gate',
        ref: { __typename: 'Quest', id: quest },
      },
    ])
  })

  test('Applying a file again changes nothing, whether it names a ref by key or by id', async () => {
    const ref = { type: 'Organization', key: 'maps' }
    await operator.apply(hills([place('gate', 1, { ref })]))
    expect(reported(await operator.apply(hills([place('gate', 1, { ref })])))).toEqual([])
    const byId = { ...ref, key: contentId('organization', 'maps') }
    expect(reported(await operator.apply(hills([place('gate', 1, { ref: byId })])))).toEqual([])
  })

  test('A changed file changes realms and places, and keeps what it does not name', async () => {
    const ref = { type: 'Quest', key: 'first-steps' }
    await operator.apply(hills([place('gate', 1, { ref }), place('pond', 2)]))
    const { createdAt } = await found()
    const lists = hills([place('gate', 9)], { name: 'High Hills', bounds: cube(50) })
    expect((await operator.apply(lists)).changes).toMatchObject([
      { action: 'update', key, differences: [{ field: 'name' }, { field: 'bounds' }] },
      { key: `${key}-gate`, differences: [{ field: 'position' }, { field: 'ref' }] },
    ])
    expect(await found()).toMatchObject({ name: 'High Hills', createdAt })
    expect((await found()).places.nodes).toMatchObject([
      { name: 'pond' },
      { name: 'gate', position: { x: 9 }, ref: null },
    ])
  })

  test('A file can take over by its id what a mutation has added', async () => {
    const { id } = await story.act('addRealm', {
      input: { name: 'A', description: 'B', bounds: cube(5) },
    })
    const lists = { realms: [{ key: id, name: 'A', description: 'C', bounds: cube(5) }] }
    expect((await operator.apply(lists)).changes).toMatchObject([
      { differences: [{ field: 'key', from: null, to: id }, { field: 'description' }] },
    ])
    expect(reported(await operator.apply(lists))).toEqual([])
  })
})

describe('pruned', () => {
  test('Pruning retires places that a file leaves out, and the file brings them back', async () => {
    await operator.apply(hills([place('gate'), place('pond')]))
    const added = await story.act('addPlace', {
      input: {
        realmId: contentId('realm', key),
        name: 'Lamp',
        kind: 'landmark',
        position: at(0),
      },
    })
    // This file does not list places.
    expect(reported(await operator.apply(hills(undefined), true))).not.toContain(
      `retire places/${key}-pond`,
    )
    expect(reported(await operator.apply(hills([place('gate')]), true))).toContain(
      `retire places/${key}-pond`,
    )
    expect(await names()).toEqual([added.name, 'gate'])
    expect(reported(await operator.apply(hills([place('gate'), place('pond')])))).toEqual([
      `restore places/${key}-pond`,
    ])
    expect(await names()).toEqual([added.name, 'pond', 'gate'])
  })

  test('Pruning a realm retires its places, and they come back with it', async () => {
    const lists = hills([place('gate')])
    await operator.apply(lists)
    expect(reported(await operator.apply({ realms: [] }, true))).toContain(`retire realms/${key}`)
    expect(await found()).toMatchObject({
      retiredAt: realm.clock.now.toISOString(),
      places: { nodes: [] },
    })
    expect(reported(await operator.apply(lists))).toEqual([`restore realms/${key}`])
    expect(await found()).toMatchObject({ retiredAt: null, places: { nodes: [{ name: 'gate' }] } })
  })
})

describe('refused', () => {
  const issuesOf = async (lists: object) => {
    const error = (await operator.apply(lists as never).catch((thrown: unknown) => thrown)) as {
      issues: object
    }
    return error.issues
  }

  test('A file with an invalid place, or one outside the bounds of its realm, is refused', async () => {
    const ref = { type: 'Quest', key: ' ' }
    const lists = hills([place('gate'), place('far', 101), place('odd', 0, { kind: 'Odd', ref })])
    const at = (...rest: (string | number)[]) => ['realms', 0, 'places', ...rest]
    expect(await issuesOf(lists)).toEqual([
      expect.objectContaining({ path: at(1, 'position', 'x'), reason: 'must be from -100 to 100' }),
      expect.objectContaining({ path: at(2, 'kind') }),
      expect.objectContaining({ path: at(2, 'ref', 'key') }),
    ])
  })

  test('A file whose bounds exclude a place that it does not move is refused', async () => {
    await operator.apply(hills([place('gate', 90), place('pond', 80)]))
    const narrow = { bounds: cube(10) }
    expect(await issuesOf(hills([place('gate', 5)], narrow))).toEqual([
      {
        file: 'test.yaml',
        path: ['realms', 0, 'bounds', 'max', 'x'],
        reason: 'a place lies at 80',
      },
    ])
    expect(await found()).toMatchObject({ bounds: { max: { x: 100 } } })
    await operator.apply(hills([place('gate', 5), place('pond', -5)], narrow))
    expect(await found()).toMatchObject({ bounds: { max: { x: 10 } } })
  })
})

test('An export applied to another system gives the same lists', async () => {
  const ref = { type: 'Quest', key: 'first-steps' }
  await operator.apply(hills([place('gate', 1, { ref }), place('pond', 2), place('stone', 3)]))
  await story.act('retirePlace', { id: contentId('place', `${key}-stone`) })
  await story.act('addPlace', {
    input: { realmId: contentId('realm', key), name: 'Lamp', kind: 'landmark', position: at(4) },
  })
  const exported = await operator.export()
  const [own] = (exported.realms as object[]).filter((one) => (one as { key: string }).key === key)
  expect(own).toMatchObject({ places: [{ key: `${key}-gate`, ref }, {}, { name: 'Lamp' }] })
  const other = await startTestSubgraph('realm')
  try {
    await contentOf(subgraph, other).apply(exported)
    const LISTS = `{
      realms(first: 100) { nodes {
        id name description bounds { min { x y z } max { x y z } } createdAt
        places(first: 100) { nodes { id name kind position { x y z } ${REF} } totalCount }
      } totalCount }
    }`
    expect(await other.ask(LISTS, { as: story.ada })).toEqual(await story.find(LISTS))
    expect(reported(await operator.apply(exported))).not.toContain(`update realms/${key}`)
  } finally {
    await other.stop()
  }
})

test('While content narrows the bounds, a new place outside them waits and is refused', async () => {
  await operator.apply(hills([]))
  const realmId = contentId('realm', key)
  const input = { realmId, name: 'Far', kind: 'landmark', position: at(90) }
  const [response] = await whileHeld(
    realm,
    (trx) => operator.applyIn(trx, hills([], { bounds: cube(10) })),
    [() => story.run('addPlace', { input })],
  )
  expect(codeOf(response!)).toBe('VALIDATION_ERROR')
  expect(await found()).toMatchObject({ bounds: { max: { x: 10 } }, places: { nodes: [] } })
})
