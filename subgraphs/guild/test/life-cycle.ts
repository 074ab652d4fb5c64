// Operations that end and restore memberships, roles and applications, for these tests.
import { startTestSubgraph, type Data, type Person, type Request } from '#test/subgraph.ts'
import type { GuildTables } from '../tables.ts'
import { storyOf } from './story.ts'

const MEMBERSHIP = 'id status steward leftAt organization { id memberCount }'
const APPLICATION = 'id status message withdrawnAt role { id openings }'

export const LEAVE = `mutation ($id: ID!) { leaveOrganization(organizationId: $id) { ${MEMBERSHIP} } }`
export const REMOVE = `mutation ($id: ID!) { removeMember(membershipId: $id) { ${MEMBERSHIP} } }`
export const RESIGN = `mutation ($id: ID!) { resignSteward(organizationId: $id) { ${MEMBERSHIP} } }`
export const DISMISS = `mutation ($id: ID!) { dismissSteward(membershipId: $id) { ${MEMBERSHIP} } }`
export const WITHDRAW = `mutation ($id: ID!) { withdrawApplication(roleId: $id) { ${APPLICATION} } }`
export const DISMISS_FROM_ROLE = `mutation ($id: ID!) {
  dismissFromRole(applicationId: $id) { ${APPLICATION} }
}`
export const EDIT_ORGANIZATION = `mutation ($input: EditOrganizationInput!) {
  editOrganization(input: $input) { id name description house openToJoin }
}`
export const EDIT_ROLE = `mutation ($input: EditRoleInput!) {
  editRole(input: $input) { id title description minLevel openings }
}`
export const REOPEN = `mutation ($input: ReopenRoleInput!) {
  reopenRole(input: $input) { id openings }
}`
export const HIDE = `mutation ($input: HideOrganizationInput!) {
  hideOrganization(input: $input) { id moderation { hiddenAt reason } }
}`
export const UNHIDE = `mutation ($id: ID!) {
  unhideOrganization(organizationId: $id) { id moderation { hiddenAt reason } }
}`

export const REASON = 'Sells what is not theirs.'
export const LAST_STEWARD = { code: 'VALIDATION_ERROR', details: { reason: 'LAST_STEWARD' } }

/** The Guild service with an administrator, and what its tables hold of an organization. */
export async function startLifeCycles() {
  const guild = await startTestSubgraph('guild')
  const story = storyOf(guild)
  const admin = await story.someone({ role: 'admin' })
  const db = () => guild.tables<GuildTables>('guild')
  const asking = (as: { id: string }, variables: object): Request => ({
    as,
    variables: { ...variables },
    ...(as.id === admin.id && { scopes: ['identity', 'admin'] }),
  })

  return {
    ...story,
    guild,
    stop: () => guild.stop(),
    admin,
    db,
    /** Runs a mutation and returns the value of its root field. */
    act: async (as: Person, mutation: string, variables: object): Promise<Data> => {
      const data: Record<string, Data> = await guild.ask(mutation, asking(as, variables))
      return Object.values(data)[0]
    },
    run: (as: { id: string }, mutation: string, variables: object) =>
      guild.run(mutation, asking(as, variables)),
    refusal: (as: { id: string }, mutation: string, variables: object) =>
      guild.refusal(mutation, asking(as, variables)),
    /** Joins an open organization, and returns the id of the membership. */
    enter: async (as: Person, id: string): Promise<string> =>
      (await story.join(as, id)).membership.id,
    /** The openings of a role, and the statuses of the applications for it. */
    async applicationsFor(id: string) {
      const { openings } = await db()
        .selectFrom('roles')
        .select('openings')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const applications = await db()
        .selectFrom('applications')
        .select('status')
        .where('roleId', '=', id)
        .execute()
      return { openings, statuses: applications.map(({ status }) => status) }
    },
    /** The member count of an organization, its real number of members, and that of its stewards. */
    async membersOf(id: string) {
      const { memberCount } = await db()
        .selectFrom('organizations')
        .select('memberCount')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const members = await db()
        .selectFrom('memberships')
        .select('steward')
        .where('organizationId', '=', id)
        .where('status', '=', 'active')
        .execute()
      const stewards = members.filter(({ steward }) => steward).length
      return { counted: memberCount, listed: members.length, stewards }
    },
  }
}

export type LifeCycles = Awaited<ReturnType<typeof startLifeCycles>>

/** Advances the clock, so that what follows has another time. */
export function later({ guild }: Pick<LifeCycles, 'guild'>): string {
  guild.clock.now = new Date(guild.clock.now.getTime() + 1_000)
  return guild.clock.now.toISOString()
}
