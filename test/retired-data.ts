// Demo data of which some is hidden, retired or withdrawn, by the mutations of people and administrators.
import { stableId } from '#foundation/domain/ids.ts'

/** Runs an operation for a demo person, and returns its data. @throws its errors */
export type Ask = (
  viewer: 'grace' | 'administrator',
  source: string,
  variables?: object,
  // Results have every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
) => Promise<any>

const LISTS = `{
  quests { nodes { id } } courses { nodes { id } } proposals { nodes { id } }
  organizations { nodes { id } } roles { nodes { id } } assets { nodes { id } }
  listings { nodes { id } } scrolls { nodes { id } }
  realms { nodes { id places { nodes { id } } } }
}`
const PUBLISH = `mutation {
  kept: publishScroll(input: { title: "Mine", content: "Alone.", visibility: private }) { id }
  withdrawn: publishScroll(input: { title: "Gone", content: "Soon.", visibility: public }) { id }
}`
const WITHDRAW = 'mutation ($id: ID!) { withdrawScroll(scrollId: $id) { id } }'
const RETIRE = `mutation (
  $organization: ID!, $place: ID!, $scroll: ID!, $listing: ID!, $identity: ID!
  $quest: ID!, $course: ID!, $asset: ID!, $role: ID!
) {
  hideOrganization(input: { id: $organization, reason: "Spam." }) { id }
  hidePlace(input: { id: $place, reason: "Spam." }) { id }
  hideScroll(input: { id: $scroll, reason: "Spam." }) { id }
  hideListing(input: { id: $listing, reason: "Spam." }) { id }
  hideUsername(input: { id: $identity, reason: "Spam." }) { id }
  retireQuest(questId: $quest) { id }
  retireCourse(courseId: $course) { id }
  retireAsset(assetId: $asset) { id }
  retireRole(roleId: $role) { id }
}`

/** Returns the ids of what is left and what is gone, by the root field that takes one. */
export async function retireSome(ask: Ask): Promise<Map<string, string[]>> {
  const lists = await ask('administrator', LISTS)
  const idsOf = (list: { nodes: { id: string }[] }) => list.nodes.map(({ id }) => id)
  const ids = new Map(
    [
      'quest',
      'course',
      'proposal',
      'organization',
      'role',
      'asset',
      'listing',
      'scroll',
      'realm',
    ].map((field) => [field, idsOf(lists[`${field}s`])]),
  )
  ids.set('place', idsOf(lists.realms.nodes[0].places))
  ids.set(
    'identity',
    ['alan', 'grace', 'ada'].map((name) => stableId('identity', name)),
  )
  const first = [...ids].map(([field, [id]]) => [field, id])
  const { proposal: _proposal, realm: _realm, ...gone } = Object.fromEntries(first)
  await ask('administrator', RETIRE, gone)
  const { kept, withdrawn } = await ask('grace', PUBLISH)
  await ask('grace', WITHDRAW, { id: withdrawn.id })
  ids.set('scroll', [...ids.get('scroll')!.slice(0, 2), kept.id, withdrawn.id])
  return new Map([...ids].map(([field, some]) => [field, some.slice(0, 4)]))
}
