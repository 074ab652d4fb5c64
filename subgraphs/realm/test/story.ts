// Operations of administrators and people for these tests.
import { sql } from 'kysely'
import { beforeAll, expect } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import type { Data, Person, TestSubgraph } from '#test/subgraph.ts'
import type { RealmTables } from '../tables.ts'

const REALM = 'id name description bounds { min { x y z } max { x y z } } createdAt retiredAt'
const PLACE = `
  id realmId name kind position { x y z } retiredAt moderation { hiddenAt reason }
  ref { __typename ... on Quest { id } ... on Scroll { id } }
`
export const MUTATIONS = {
  addRealm: `mutation ($input: AddRealmInput!) { addRealm(input: $input) { ${REALM} } }`,
  updateRealm: `mutation ($input: UpdateRealmInput!) { updateRealm(input: $input) { ${REALM} } }`,
  retireRealm: `mutation ($id: ID!) { retireRealm(realmId: $id) { ${REALM} } }`,
  addPlace: `mutation ($input: AddPlaceInput!) { addPlace(input: $input) { ${PLACE} } }`,
  updatePlace: `mutation ($input: UpdatePlaceInput!) { updatePlace(input: $input) { ${PLACE} } }`,
  retirePlace: `mutation ($id: ID!) { retirePlace(placeId: $id) { ${PLACE} } }`,
  restoreRealm: `mutation ($id: ID!) { restoreRealm(realmId: $id) { ${REALM} } }`,
  restorePlace: `mutation ($id: ID!) { restorePlace(placeId: $id) { ${PLACE} } }`,
  hidePlace: `mutation ($input: HidePlaceInput!) { hidePlace(input: $input) { ${PLACE} } }`,
  unhidePlace: `mutation ($id: ID!) { unhidePlace(placeId: $id) { ${PLACE} } }`,
  leaveRealm: `mutation ($id: ID!) {
    leaveRealm(realmId: $id) { id presence { nodes { identityId } totalCount } }
  }`,
  updatePresence: `mutation ($id: ID!, $input: UpdatePresenceInput!) {
    updatePresence(realmId: $id, input: $input) { updatedAt }
  }`,
}
export type Deed = keyof typeof MUTATIONS

export const at = (x: number, y = 0, z = 0) => ({ x, y, z })
export const cube = (reach: number) => ({
  min: at(-reach, -reach, -reach),
  max: at(reach, reach, reach),
})
export const notFound = (resource: string, id: string) => ({
  code: 'NOT_FOUND',
  details: { resource, id },
})

/** The operations at a Realm service, where ada is an administrator. */
export function storyOf(realm: TestSubgraph) {
  const ada = {} as Person
  beforeAll(async () => {
    Object.assign(ada, await realm.join('ada', { role: 'admin' }))
  })
  const asking = (variables: object, as: { id: string } = ada) => ({
    as,
    scopes: ['identity', 'admin'],
    variables: { ...variables },
  })
  const audited = (id: string) =>
    realm
      .tables<RealmTables>('realm')
      .selectFrom('auditOutbox')
      .select(['kind', 'details'])
      .where(sql`details ->> 'id'`, '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute()

  return {
    ada,
    /** Runs a mutation, and returns the value of its root field. */
    act: async (deed: Deed, variables: object): Promise<Data> =>
      (await realm.ask(MUTATIONS[deed], asking(variables)))[deed],
    refusal: (deed: Deed, variables: object) => realm.refusal(MUTATIONS[deed], asking(variables)),
    run: (deed: Deed, variables: object, as?: { id: string }) =>
      realm.run(MUTATIONS[deed], asking(variables, as)),
    find: (query: string, variables: object = {}): Promise<Data> =>
      realm.ask(query, { as: ada, variables: { ...variables } }),
    audited,
  }
}

/** The code of the refusal; undefined for a success. */
export const codeOf = ({ errors }: Awaited<ReturnType<TestSubgraph['run']>>) =>
  errors?.[0]?.extensions?.code

/** Changes rows in a transaction that ends once that many others wait for it, and returns their results. */
export async function whileHeld<Result>(
  realm: TestSubgraph,
  change: (tables: ReturnType<typeof realm.tables<RealmTables>>) => Promise<unknown>,
  others: (() => Promise<Result>)[],
): Promise<Result[]> {
  const db = realm.tables<RealmTables>('realm')
  const { results } = await db.transaction().execute(async (trx) => {
    await change(trx)
    const waiting = Promise.all(others.map((act) => act()))
    await expect.poll(() => sessionsWaiting(realm.tables('identity'))).toBe(others.length)
    return { results: waiting }
  })
  return results
}
