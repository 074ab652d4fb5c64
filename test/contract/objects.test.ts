// Each kind of object that a list holds: the list is newest first, and other services refer to the object.
import { beforeAll, describe, expect, test } from 'vitest'
import { addAsset } from '#test/market-story.ts'
import { addPlace, addRealm } from '#test/realm-story.ts'
import {
  addCourse,
  addOrganization,
  addProposal,
  addQuest,
  addRole,
  addScroll,
} from '#test/story.ts'
import { testSystem, type Person } from '#test/system.ts'

const system = testSystem()
let token: string
let ada: Person
let realmId: string
beforeAll(async () => {
  ada = await system.join('ada')
  token = await ada.token()
  realmId = await addRealm(system)
})

interface Kind {
  type: string
  service: string
  list: string
  add: (about?: { createdAt: Date }) => Promise<string>
}

const KINDS: Kind[] = [
  { type: 'Quest', service: 'path', list: 'quests', add: (about) => addQuest(system, about) },
  { type: 'Course', service: 'learn', list: 'courses', add: (about) => addCourse(system, about) },
  {
    type: 'Proposal',
    service: 'governance',
    list: 'proposals',
    add: (about) => addProposal(system, about),
  },
  {
    type: 'Asset',
    service: 'market',
    list: 'assets',
    add: (about) => addAsset(system, ada, about),
  },
  {
    type: 'Organization',
    service: 'guild',
    list: 'organizations',
    add: (about) => addOrganization(system, about),
  },
  { type: 'Role', service: 'guild', list: 'roles', add: (about) => addRole(system, about) },
  { type: 'Scroll', service: 'scroll', list: 'scrolls', add: (about) => addScroll(system, about) },
  { type: 'Realm', service: 'realm', list: 'realms', add: (about) => addRealm(system, about) },
  {
    type: 'Place',
    service: 'realm',
    list: 'places',
    add: (about) => addPlace(system, { realmId, ...about }),
  },
]

async function ask(query: string, variables: object, at?: string) {
  const { body } = await system.graphql(query, { token, variables, ...(at && { at }) })
  expect(body.errors).toBeUndefined()
  return body.data
}

describe.each(KINDS)('$type', ({ type, service, list, add }) => {
  test(`The list of ${list} is newest first, and by id at the same time`, async () => {
    const added = []
    for (const day of [1, 3, 2, 2])
      added.push(await add({ createdAt: new Date(Date.UTC(2100, 0, day)) }))
    const [old, young, ...twins] = added
    const realm = type === 'Place' ? `realmId: "${realmId}", ` : ''
    const data = await ask(`{ ${list}(${realm}first: 4) { nodes { id } } }`, {})
    const ids = [young, ...twins.toSorted().toReversed(), old]
    expect(data[list].nodes).toEqual(ids.map((id) => ({ id })))
  })

  test(`A ${type} is an entity for other services, null if unknown`, async () => {
    const ids = [await add(), `${type.toLowerCase()}_unknown`, await add()]
    const of = ids.map((id) => ({ __typename: type, id }))
    const query = `query ($of: [_Any!]!) {
      _entities(representations: $of) { ... on ${type} { id } }
    }`
    const { _entities } = await ask(query, { of }, service)
    expect(_entities).toEqual([{ id: ids[0] }, null, { id: ids[2] }])
  })
})
