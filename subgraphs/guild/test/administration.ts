// Operations of administrators for these tests.
import { sql } from 'kysely'
import type { Data, Person, TestSubgraph } from '#test/subgraph.ts'
import type { GuildTables } from '../tables.ts'

const ORGANIZATION = 'id name description house memberCount openToJoin createdAt retiredAt'
const ROLE = 'id organizationId title description minLevel openings createdAt retiredAt'

export const UPDATE_ORGANIZATION = `mutation ($input: UpdateOrganizationInput!) {
  updateOrganization(input: $input) { ${ORGANIZATION} }
}`
export const RETIRE_ORGANIZATION = `mutation ($id: ID!) {
  retireOrganization(organizationId: $id) { ${ORGANIZATION} }
}`
export const ADD_ROLE = `mutation ($input: AddRoleInput!) { addRole(input: $input) { ${ROLE} } }`
export const UPDATE_ROLE = `mutation ($input: UpdateRoleInput!) {
  updateRole(input: $input) { ${ROLE} }
}`
export const RETIRE_ROLE = `mutation ($id: ID!) { retireRole(roleId: $id) { ${ROLE} } }`

/** Runs a mutation as an administrator, and returns the value of its root field. */
export function administer(guild: TestSubgraph, as: Person) {
  const asking = (variables: object) => ({
    as,
    scopes: ['identity', 'admin'],
    variables: { ...variables },
  })
  const act = async (mutation: string, variables: object): Promise<Data> => {
    const data = (await guild.ask(mutation, asking(variables))) as Record<string, Data>
    return Object.values(data)[0]
  }
  return Object.assign(act, {
    run: (mutation: string, variables: object) => guild.run(mutation, asking(variables)),
    refusal: (mutation: string, variables: object) => guild.refusal(mutation, asking(variables)),
    /** The pending audit events about an object. */
    audited: (id: string) =>
      guild
        .tables<GuildTables>('guild')
        .selectFrom('auditOutbox')
        .select(['kind', 'details'])
        .where(sql`details ->> 'id'`, '=', id)
        .orderBy('at')
        .orderBy('id')
        .execute(),
  })
}

/** The code of the refusal; undefined for a success. */
export const codeOf = ({ errors }: Awaited<ReturnType<TestSubgraph['run']>>) =>
  errors?.[0]?.extensions?.code
