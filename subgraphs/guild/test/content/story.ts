// Content files with an organization and its role, and what becomes of them, for these tests.
import { beforeAll, beforeEach } from 'vitest'
import { contentId } from '#foundation/domain/ids.ts'
import { contentOf } from '#test/content.ts'
import type { Person, TestSubgraph } from '#test/subgraph.ts'
import { guild as subgraph } from '../../subgraph.ts'
import type { GuildTables } from '../../tables.ts'
import { administer } from '../administration.ts'
import { storyOf } from '../story.ts'

/** The operator who applies files, and the people whom files name. */
export function contentStory(guild: TestSubgraph) {
  const story = storyOf(guild)
  const [ada, grace, admin] = [{} as Person, {} as Person, {} as Person]
  const people: Record<string, string> = {}
  beforeAll(async () => {
    Object.assign(ada, await story.someone())
    Object.assign(grace, await story.someone())
    Object.assign(admin, await story.someone({ role: 'admin' }))
    Object.assign(people, { ada: ada.id, grace: grace.id })
  })
  const act = administer(guild, admin)
  const operator = contentOf(subgraph, guild, people)

  /** The key of an organization and its role that only one test uses, and the ids derived from it. */
  const own = { key: '', organizationId: '', roleId: '' }
  beforeEach(() => {
    const key = `k${crypto.randomUUID().slice(0, 8)}`
    const [organizationId, roleId] = [contentId('organization', key), contentId('role', key)]
    Object.assign(own, { key, organizationId, roleId })
    guild.clock.now = new Date(guild.clock.now.getTime() + 1_000)
  })

  const organization = (about: object = {}) => ({
    key: own.key,
    name: 'Beacon Wardens',
    description: 'Keep the beacons lit.',
    house: 'Ember',
    openToJoin: false,
    ...about,
  })
  const role = (about: object = {}) => ({
    key: own.key,
    organization: own.key,
    title: 'Warden',
    description: 'Keep one lit.',
    minLevel: 1,
    openings: 3,
    ...about,
  })
  const lists = (about: object = {}, roleAbout: object = {}) => ({
    organizations: [organization(about)],
    roles: [role(roleAbout)],
  })

  const db = () => guild.tables<GuildTables>('guild')
  const found = async () => {
    const query = `query ($id: ID!, $role: ID!) {
      organization(id: $id) {
        name house memberCount openToJoin createdAt retiredAt
        members { nodes { member { id } steward status } }
        roles { nodes { title } }
      }
      role(id: $role) { title openings retiredAt organization { id } }
    }`
    return guild.ask(query, { as: ada, variables: { id: own.organizationId, role: own.roleId } })
  }
  const stewards = async () => {
    const { nodes } = (await found()).organization.members
    const all = nodes as { steward: boolean; member: { id: string } }[]
    return all.filter(({ steward }) => steward).map(({ member }) => member.id)
  }
  const accept = async (as: Person) => {
    const { application } = await story.apply(as, own.roleId)
    return story.decideApplication(ada, application.id, true)
  }

  return {
    story,
    ada,
    grace,
    people,
    act,
    operator,
    own,
    db,
    organization,
    role,
    lists,
    found,
    stewards,
    accept,
  }
}
