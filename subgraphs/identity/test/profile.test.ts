// The level of people, and who may read profiles.
import { describe, expect, test } from 'vitest'
import { testSubgraph } from '#test/subgraph.ts'

const identity = testSubgraph('identity')

const someone = (about?: object) => identity.join(`p${crypto.randomUUID().slice(0, 8)}`, about)

describe('the level', () => {
  test.each([
    [0, 1, 100],
    [99, 1, 1],
    [100, 2, 200],
    [299, 2, 1],
    [300, 3, 300],
    [122_499, 49, 1],
    [122_500, 50, 5000],
    [2_147_418_099, 6553, 1],
    [2_147_418_100, 6554, 655_400],
    [2_147_483_647, 6554, 589_853],
  ])('The level of %i xp is %i, with %i to the next', async (xp, level, xpToNextLevel) => {
    const as = await someone({ xp })
    const { me } = await identity.ask('{ me { xp level xpToNextLevel } }', { as })
    expect(me).toEqual({ xp, level, xpToNextLevel })
  })

  test.each([
    [0, 0],
    [99, 0],
    [100, 100],
    [122_499, 117_600],
    [122_500, 122_500],
    [2_147_483_647, 2_147_418_100],
  ])('The level of %i xp began at %i', async (xp, xpAtLevelStart) => {
    const variables = { id: (await someone({ xp })).id }
    const query = 'query ($id: ID!) { identity(id: $id) { xpAtLevelStart } }'
    const response = await identity.ask(query, { as: await someone(), variables })
    expect(response.identity).toEqual({ xpAtLevelStart })
  })

  test('Level n begins at 50·n·(n−1) xp, and not one xp before, up to level 200', async () => {
    for (let level = 2; level <= 200; level += 33) {
      const begin = 50 * level * (level - 1)
      const [before, at] = [await someone({ xp: begin - 1 }), await someone({ xp: begin })]
      const query = 'query ($id: ID!) { identity(id: $id) { level } }'
      for (const [{ id }, expected] of [
        [before, level - 1],
        [at, level],
      ] as const) {
        const response = await identity.ask(query, { as: at, variables: { id } })
        expect(response.identity.level).toBe(expected)
      }
    }
  })
})

describe('me', () => {
  test('The field me is the caller', async () => {
    const as = await identity.join('ada', { house: 'Ember', archetype: 'Navigator' })
    const query = '{ me { id username displayName picture house archetype createdAt } }'
    expect((await identity.ask(query, { as })).me).toEqual({
      id: as.id,
      username: 'ada',
      displayName: 'Ada',
      picture: `https://id.example/avatars/${as.id}.svg`,
      house: 'Ember',
      archetype: 'Navigator',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    })
  })

  test.each([
    ['admin', true],
    ['member', false],
  ] as const)(
    'The role %s tells its person alone whether they are an administrator',
    async (role, isAdministrator) => {
      const as = await someone({ role })
      expect((await identity.ask('{ me { isAdministrator } }', { as })).me).toEqual({
        isAdministrator,
      })

      const query = 'query ($id: ID!) { identity(id: $id) { isAdministrator } }'
      const asked = { as: await someone(), variables: { id: as.id } }
      const { data, errors } = await identity.run(query, asked)
      expect(data?.identity ?? null, JSON.stringify(errors)).toEqual({ isAdministrator: null })
    },
  )

  test('The field me is null for a machine client', async () => {
    expect(await identity.ask('{ me { id } }', { as: { id: 'test-client' } })).toEqual({ me: null })
  })
})

describe('a person', () => {
  const FIND = 'query ($id: ID!) { identity(id: $id) { username } }'

  test('A person is found by id', async () => {
    const { id, username } = await someone()
    const response = await identity.ask(FIND, { as: await someone(), variables: { id } })
    expect(response.identity).toEqual({ username })
  })

  test('An id that PostgreSQL cannot store is not looked up', async () => {
    const variables = { id: 'identity\u0000' }
    expect(await identity.refusal(FIND, { as: await someone(), variables })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'NUL_CHARACTER' },
    })
  })

  test('People are entities for the router, in the order of the references, null where unknown', async () => {
    const [ada, grace] = [await someone(), await someone()]
    const references = [grace.id, 'identity_unknown', ada.id, grace.id]
    const { _entities } = await identity.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Identity { username } } }',
      {
        service: 'router',
        variables: { of: references.map((id) => ({ __typename: 'Identity', id })) },
      },
    )
    const [adas, graces] = [ada, grace].map(({ username }) => ({ username }))
    expect(_entities).toEqual([graces, null, adas, graces])
  })
})
