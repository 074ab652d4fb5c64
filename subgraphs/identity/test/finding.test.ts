// Signed-in people search for others by name.
import { beforeAll, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { Identity, IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')
let ada: Person
beforeAll(async () => {
  ada = await identity.join('ada_l', { displayName: 'Ada Lovelace' })
  await identity.join('grace', { displayName: 'Grace Hopper' })
  await identity.join('hopper_fan', { displayName: 'Alan' })
  const gone = await identity.join('hopper_gone', { displayName: 'Gone' })
  const people = identity.tables<IdentityTables>('identity').updateTable('identities')
  await people.set({ disabledAt: new Date() }).where('id', '=', gone.id).execute()
})

async function find(args: string) {
  const query = `{ identities(${args}) { nodes { username } totalCount } }`
  const { identities } = await identity.ask(query, { as: ada, scopes: ['identity'] })
  expect(identities.totalCount).toBe(identities.nodes.length)
  return identities.nodes.map(({ username }: Identity) => username) as string[]
}

describe('people', () => {
  test.each([
    ['grace', ['grace']],
    ['ada_l', ['ada_l']],
    ['lovlace', ['ada_l']],
    ['Grace Hopper', ['grace', 'hopper_fan']],
    ['gra', ['grace']],
    ['ecosystem', []],
    ['gone', []],
    ['%', []],
  ])('People are found by %s', async (search, usernames) => {
    expect(await find(`search: "${search}"`)).toEqual(usernames)
  })

  test('A search finds everybody of a name except disabled people', async () => {
    expect((await find('search: "hopper"')).toSorted()).toEqual(['grace', 'hopper_fan'])
  })

  test('People are not listed without a search', async () => {
    const { errors } = await identity
      .run('{ identities { totalCount } }', { as: ada })
      .catch((error: Error) => ({ errors: [error] }))
    expect(errors?.[0]?.message).toContain('"search"')
  })
})

test('Hidden names find nobody until they are shown again or changed', async () => {
  const rude = await identity.join('rude_name', { displayName: 'Very Rude' })
  const admin = await identity.join('admin', { role: 'admin' })
  const moderate = (mutation: string) =>
    identity.ask(`mutation { ${mutation} { id } }`, { as: admin, scopes: ['identity', 'admin'] })
  const found = async () => [await find('search: "rude_name"'), await find('search: "very"')]
  expect(await found()).toEqual([['rude_name'], ['rude_name']])
  await moderate(`hideUsername(input: { id: "${rude.id}", reason: "It is rude." })`)
  expect(await found()).toEqual([[], []])
  await moderate(`unhideUsername(identityId: "${rude.id}")`)
  expect(await found()).toEqual([['rude_name'], ['rude_name']])
})
