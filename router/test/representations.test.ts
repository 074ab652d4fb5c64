// Entity fetches: each representation is sent once, and everybody who asked is answered.
import { describe, expect, test } from 'vitest'
import { askOnce, type SubgraphAnswer } from '../representations.ts'

const identity = (id: string) => ({ __typename: 'Identity', id })
const ADA = identity('ada')
const GRACE = identity('grace')

interface Sent {
  representations?: unknown
  [variable: string]: unknown
}

/** Asks with these variables; gives what was sent, and what came back. */
async function fetchWith(variables: Sent, answer: SubgraphAnswer) {
  const sent: Sent[] = []
  const answered = await askOnce(variables, (received) => {
    sent.push(received)
    return Promise.resolve(answer)
  })
  return { sent, answered }
}

const nobody = { data: { _entities: [] } }

describe('what is sent', () => {
  test.each([
    ['one', [ADA], [ADA]],
    ['two of the same', [ADA, ADA], [ADA]],
    ['the same with others between', [ADA, GRACE, ADA, GRACE, ADA], [ADA, GRACE]],
    ['none', [], []],
    [
      'the same id of two types',
      [ADA, { ...ADA, __typename: 'Quest' }],
      [ADA, { ...ADA, __typename: 'Quest' }],
    ],
    ['the same with other fields', [ADA, { ...ADA, xp: 1 }, ADA], [ADA, { ...ADA, xp: 1 }]],
  ])('for %s is each distinct one, in order', async (_what, representations, distinct) => {
    const { sent } = await fetchWith({ representations }, nobody)
    expect(sent).toEqual([{ representations: distinct }])
  })

  test('has the other variables as they were', async () => {
    const { sent } = await fetchWith({ representations: [ADA, ADA], first: 5 }, nobody)
    expect(sent).toEqual([{ representations: [ADA], first: 5 }])
  })

  test('for a fetch of root fields is what it was', async () => {
    const answer = { data: { me: { id: 'ada' } } }
    const { sent, answered } = await fetchWith({ first: 5 }, answer)
    expect(sent).toEqual([{ first: 5 }])
    expect(answered).toBe(answer)
  })
})

describe('the answer', () => {
  const representations = [ADA, GRACE, ADA, GRACE, ADA]

  test('stands at every place that asked for it', async () => {
    const data = { _entities: [{ xp: 1 }, { xp: 2 }] }
    const { answered } = await fetchWith({ representations }, { data })
    const [ada, grace] = data._entities
    expect(answered).toEqual({ data: { _entities: [ada, grace, ada, grace, ada] } })
  })

  test('is a copy at each place, since the gateway writes into it', async () => {
    const data = { _entities: [{ house: { name: 'Aether' } }, { house: { name: 'Ember' } }] }
    const { answered } = await fetchWith({ representations }, { data })
    const entities = answered.data!._entities as { house: object }[]
    expect(new Set(entities).size).toBe(5)
    expect(new Set(entities.map(({ house }) => house)).size).toBe(5)
  })

  test('may be null for some', async () => {
    const { answered } = await fetchWith(
      { representations },
      { data: { _entities: [null, { xp: 2 }] } },
    )
    expect(answered.data!._entities).toEqual([null, { xp: 2 }, null, { xp: 2 }, null])
  })

  test('may be no data at all', async () => {
    const errors = [
      { message: 'down', path: ['_entities'], extensions: { code: 'INTERNAL_ERROR' } },
    ]
    expect((await fetchWith({ representations }, { data: null, errors })).answered).toEqual({
      data: null,
      errors,
    })
    expect((await fetchWith({ representations }, { errors })).answered).toEqual({ errors })
    const none = { data: { _entities: null }, errors }
    expect((await fetchWith({ representations }, none)).answered).toEqual(none)
  })

  test('has each error at every place that it concerns, and its other words kept', async () => {
    const extensions = { code: 'INSUFFICIENT_PERMISSIONS', details: { requiredScope: 'wallet' } }
    const error = { message: 'no', path: ['_entities', 1, 'wallets', 0], extensions }
    const answer = { data: { _entities: [{ wallets: [] }, { wallets: [null] }] }, errors: [error] }
    const { answered } = await fetchWith({ representations }, answer)
    expect(answered.errors).toEqual([
      { ...error, path: ['_entities', 1, 'wallets', 0] },
      { ...error, path: ['_entities', 3, 'wallets', 0] },
    ])
  })

  test('has errors of no place, or of another field, once', async () => {
    const errors = [
      { message: 'a' },
      { message: 'b', path: ['quests', 0] },
      { message: 'c', path: [] },
    ]
    const { answered } = await fetchWith({ representations }, { ...nobody, errors })
    expect(answered.errors).toEqual(errors)
  })

  test('of distinct representations goes through untouched', async () => {
    const answer = { data: { _entities: [{ xp: 1 }, { xp: 2 }] } }
    const { answered } = await fetchWith({ representations: [ADA, GRACE] }, answer)
    expect(answered).toBe(answer)
  })
})

test('an error of the subgraph is passed on unchanged', async () => {
  const away = new Error('away')
  await expect(askOnce({ representations: [ADA, ADA] }, () => Promise.reject(away))).rejects.toBe(
    away,
  )
})
