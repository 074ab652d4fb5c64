// `_entities` refuses malformed representations first, and a failing entity does not affect others.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOperationCache, type Execution } from '#foundation/graphql/operation.ts'
import { callerOf } from '#test/caller.ts'
import { schemaOf } from '#test/schema.ts'

const SDL = `
  type Query { quest: Quest @authenticated }
  enum House { Aether Ember }
  type Owner @shareable { id: ID! house: House! }
  type Quest @key(fields: "id") { id: ID! }
  type Badge @key(fields: "house number") @key(fields: "slug") {
    house: House!
    number: Int!
    slug: String!
  }
  type Parcel @key(fields: "lot owner { id house }") { lot: Int! owner: Owner! }
`

const calls: unknown[] = []
const find = (representation: { id?: string; slug?: string }) => {
  calls.push(representation)
  if (representation.id === 'throws') throw new Error('At once.')
  if (representation.id === 'rejects') return Promise.reject(new Error('Later.'))
  return Promise.resolve(representation)
}
const schema = schemaOf(SDL, {
  Quest: { __resolveReference: find },
  Badge: { __resolveReference: find },
  Parcel: { __resolveReference: find },
})

const lost: unknown[] = []
const note = (error: unknown) => void lost.push(error)
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(() => void process.off('unhandledRejection', note))

const SOURCE = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }'

describe.each<Execution>(['compiled', 'interpreted'])('%s', (execution) => {
  const operation = createOperationCache(schema, { execution }).prepare(SOURCE, { eager: true })

  async function ask(...r: unknown[]) {
    calls.length = 0
    const asking = callerOf({ as: { id: 'ada' } })
    return operation.execute(asking, { r })
  }

  async function refusalOf(...r: unknown[]) {
    const { data, errors } = await ask(...r)
    expect(data ?? null).toBeNull()
    expect(errors).toHaveLength(1)
    expect(calls).toEqual([])
    const { code, details } = errors![0]!.extensions
    expect(code).toBe('VALIDATION_ERROR')
    return details
  }

  const quest = { __typename: 'Quest', id: 'q' }
  const badge = { __typename: 'Badge', house: 'Ember', number: 7 }
  const parcel = { __typename: 'Parcel', lot: 1, owner: { id: 'ada', house: 'Ember' } }

  test.each<[field: string, reason: string, representation: unknown]>([
    ['', 'must be an object', 'Quest'],
    ['', 'must be an object', [quest]],
    ['.__typename', 'is required', {}],
    ['.__typename', 'is required', { id: 'q' }],
    ['.__typename', 'must be a string', { __typename: 7, id: 'q' }],
    ['.__typename', 'must be a string', { __typename: ['Quest'], id: 'q' }],
    ['.__typename', 'must be the name of an entity of this service', { __typename: 'Nope' }],
    ['.__typename', 'must be the name of an entity of this service', { __typename: 'Owner' }],
    ['.__typename', 'must be the name of an entity of this service', { __typename: '__proto__' }],
    ['.id', 'is required', { __typename: 'Quest' }],
    ['.id', 'is required', { __typename: 'Quest', __proto__: { id: 'q' } }],
    ['.id', 'must not be null', { __typename: 'Quest', id: null }],
    ['.id', 'must be a string', { __typename: 'Quest', id: 5 }],
    ['.id', 'must be a string', { __typename: 'Quest', id: { eq: 'q' } }],
    ['.house', 'is required', { __typename: 'Badge', number: 7 }],
    ['.house', 'must be one of Aether, Ember', { ...badge, house: 'Slytherin' }],
    ['.number', 'must be an integer', { ...badge, number: 1.5 }],
    ['.house', 'is required', { __typename: 'Badge', slug: 7 }],
    ['.owner', 'is required', { __typename: 'Parcel', lot: 1 }],
    ['.owner', 'must be an object', { ...parcel, owner: 'ada' }],
    ['.owner.house', 'must not be null', { ...parcel, owner: { id: 'ada', house: null } }],
  ])('the error names representations[1]%s, which %s', async (field, reason, representation) => {
    expect(await refusalOf(quest, representation)).toEqual({
      field: `representations[1]${field}`,
      reason,
    })
  })

  test('one error names all malformed representations, at most twenty', async () => {
    expect(await refusalOf({ __typename: 'Quest', id: null }, { __typename: 'Nope' })).toEqual({
      issues: [
        { field: 'representations[0].id', reason: 'must not be null' },
        {
          field: 'representations[1].__typename',
          reason: 'must be the name of an entity of this service',
        },
      ],
    })
    const many = await refusalOf(...Array.from({ length: 1_000 }, () => ({})))
    expect((many as { issues: unknown[] }).issues).toHaveLength(20)
  })

  test('a representation needs only one of the keys', async () => {
    const sent = [quest, badge, { __typename: 'Badge', slug: 's' }, parcel]
    const { data, errors } = await ask(...sent)
    expect(errors).toBeUndefined()
    expect(data).toMatchObject({ _entities: sent.map(({ __typename }) => ({ __typename })) })
  })

  test('an entity that throws or rejects does not affect others', async () => {
    const bad = ['rejects', 'throws', 'rejects'].map((id) => ({ ...quest, id }))
    const { data, errors } = await ask(...bad, quest)
    expect(data).toMatchObject({ _entities: [null, null, null, { __typename: 'Quest' }] })
    expect(errors?.map(({ path, message }) => [path?.[1], message])).toEqual([
      [0, 'Later.'],
      [1, 'At once.'],
      [2, 'Later.'],
    ])
    // Node reports an unhandled rejection at the end of the turn.
    await new Promise((resolve) => setImmediate(resolve))
    expect(lost).toEqual([])
  })
})
