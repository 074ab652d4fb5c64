// Private fields have values for their owner alone, over every path to a person.
import { typesIn } from 'federation-check'
import { parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { subgraphSdl } from '#foundation/service/sdl.ts'
import { demoToken } from '#test/demo.ts'
import { testSystem } from '#test/system.ts'
import type { IdentityTables } from '../subgraphs/identity/tables.ts'
import { subgraphs } from '../subgraphs/index.ts'

const PRIVATE = `
  id
  gold
  credentials { type }
  votes { totalCount }
  enrollments { totalCount }
  applications { totalCount }
  purchases { totalCount }
  postings { totalCount }
  sales { totalCount }
  ledger { closingBalance }
  xpHistory { totalCount }
  email
  isAdministrator
`

/** Queries that reach people, and how to find the people in the responses. */
const WAYS: [name: string, query: string][] = [
  ['by id', `{ identity(id: "${stableId('identity', 'grace')}") { ${PRIVATE} } }`],
  [
    'by node',
    `{ node(id: "${stableId('identity', 'grace')}") { ... on Identity { ${PRIVATE} } } }`,
  ],
  ['a scroll’s author', `{ scrolls(first: 100) { nodes { authorIdentity { ${PRIVATE} } } } }`],
  ['a proposal’s proposer', `{ proposals { nodes { proposer { ${PRIVATE} } } } }`],
  ['a search', `{ identities(search: "grace hopper") { nodes { ${PRIVATE} } } }`],
  ['a listing’s seller', `{ listings { nodes { seller { ${PRIVATE} } } } }`],
  ['an asset’s owner', `{ assets { nodes { owner { ${PRIVATE} } } } }`],
  [
    'an organization’s member',
    `{ organizations { nodes { members { nodes { member { ${PRIVATE} } } } } } }`,
  ],
  ['a presence', `{ realms { nodes { presence { nodes { identity { ${PRIVATE} } } } } } }`],
]

interface Exposed {
  id: string
  [field: string]: unknown
}

/** Every person in a response, at any depth. */
function peopleIn(value: unknown): Exposed[] {
  if (Array.isArray(value)) return value.flatMap(peopleIn)
  if (typeof value !== 'object' || value === null) return []
  if ('gold' in value && 'id' in value) return [value as Exposed]
  return Object.values(value).flatMap(peopleIn)
}

const system = testSystem({ topology: 'over HTTP', settings: { DEMO: '1' } })
let grace: string
beforeAll(async () => {
  grace = await demoToken(system, 'grace')
  const addresses = ['grace', 'barbara'].map((username) => ({
    identityId: stableId('identity', username),
    address: `${username}@mail.example`,
    verifiedAt: new Date(),
  }))
  const identity = system.tables<IdentityTables>('identity')
  await identity.insertInto('emailAddresses').values(addresses).execute()
})

test('these queries select every field marked @private', () => {
  const marked = subgraphs.flatMap((subgraph) =>
    [...typesIn(parse(subgraphSdl(subgraph))).values()].flatMap((type) =>
      [...type.fields.values()]
        .filter(({ directives = [] }) => directives.some(({ name }) => name.value === 'private'))
        .map(({ name }) => `${type.name}.${name.value}`),
    ),
  )
  const selected = [...PRIVATE.matchAll(/^ +(\w+)/gm)].map(([, name]) => `Identity.${name}`)
  expect(selected.toSorted()).toEqual([...marked, 'Identity.id'].toSorted())
})

test('the owner sees all private fields', async () => {
  const { body } = await system.graphql(`{ me { ${PRIVATE} } }`, { token: grace })
  expect(body.errors).toBeUndefined()
  for (const [field, value] of Object.entries(body.data.me)) expect(value, field).not.toBeNull()
})

describe.each(WAYS)('%s', (_name, query) => {
  test.each(['grace', 'barbara'])(
    'the query shows %s no private fields but her own',
    async (reader) => {
      const token = await demoToken(system, reader)
      const { body } = await system.graphql(query, { token })
      expect(body.errors).toBeUndefined()
      const people = peopleIn(body.data)
      expect(people.length).toBeGreaterThan(0)
      for (const { id, ...fields } of people) {
        const isReader = id === stableId('identity', reader)
        for (const [field, value] of Object.entries(fields)) {
          expect(value === null, `${field} of ${id}`).toBe(!isReader)
        }
      }
    },
  )
})
