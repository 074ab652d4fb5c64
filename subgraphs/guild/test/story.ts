// Operations of people for these tests.
import type { Data, Person, TestSubgraph } from '#test/subgraph.ts'

const MEMBERSHIP = 'id organizationId status steward requestedAt organization { memberCount }'
const APPLICATION = 'id roleId status message appliedAt role { openings }'

export const FOUND = `mutation ($input: FoundOrganizationInput!) {
  foundOrganization(input: $input) {
    id name description house memberCount openToJoin createdAt
    members { nodes { status steward member { id } } }
  }
}`
export const JOIN = `mutation ($id: ID!) {
  joinOrganization(organizationId: $id) { created membership { ${MEMBERSHIP} } }
}`
export const DECIDE_MEMBERSHIP = `mutation ($id: ID!, $accept: Boolean!) {
  decideMembership(input: { membershipId: $id, accept: $accept }) { ${MEMBERSHIP} }
}`
export const APPOINT = `mutation ($id: ID!) { appointSteward(membershipId: $id) { ${MEMBERSHIP} } }`
export const POST_ROLE = `mutation ($input: PostRoleInput!) {
  postRole(input: $input) {
    id organizationId title description minLevel openings createdAt organization { name }
  }
}`
export const CLOSE_ROLE = 'mutation ($id: ID!) { closeRole(roleId: $id) { id openings } }'
export const APPLY = `mutation ($id: ID!, $input: ApplyForRoleInput) {
  applyForRole(roleId: $id, input: $input) { created application { ${APPLICATION} } }
}`
export const DECIDE_APPLICATION = `mutation ($id: ID!, $accept: Boolean!) {
  decideApplication(input: { applicationId: $id, accept: $accept }) { ${APPLICATION} }
}`

export const NOT_STEWARD = {
  code: 'INSUFFICIENT_PERMISSIONS',
  details: { reason: 'not_steward' },
}
export const AWAY = {
  code: 'INTERNAL_ERROR',
  details: { service: 'identity', retry: true, requestId: 'test-request' },
}

export const notFound = (resource: string, id: string) => ({
  code: 'NOT_FOUND',
  details: { resource, id },
})

export const organizationInput = (about: object = {}) => ({
  name: 'Analytical Society',
  description: 'Reads, checks and publishes proofs.',
  openToJoin: false,
  ...about,
})

export const roleInput = (organizationId: string, about: object = {}) => ({
  organizationId,
  title: 'Proof Reader',
  description: 'Find the first step you cannot follow.',
  minLevel: 1,
  openings: 3,
  ...about,
})

/** The operations at one Guild service, each of which returns the value of its root field. */
export function storyOf(guild: TestSubgraph) {
  const doing = (mutation: string) => async (as: Person, variables: Record<string, unknown>) => {
    const data: Record<string, Data> = await guild.ask(mutation, { as, variables })
    return Object.values(data)[0]
  }
  const [found, join, apply] = [doing(FOUND), doing(JOIN), doing(APPLY)]
  const [decideMembership, decideApplication] = [
    doing(DECIDE_MEMBERSHIP),
    doing(DECIDE_APPLICATION),
  ]
  const [appoint, post, close] = [doing(APPOINT), doing(POST_ROLE), doing(CLOSE_ROLE)]

  return {
    someone: (about?: object) => guild.join(`p${crypto.randomUUID().slice(0, 8)}`, about),
    found: async (as: Person, about?: object): Promise<string> =>
      (await found(as, { input: organizationInput(about) })).id,
    join: (as: Person, id: string) => join(as, { id }),
    /** Requests to join an organization, and returns the id of the membership. */
    request: async (as: Person, id: string): Promise<string> =>
      (await join(as, { id })).membership.id,
    decideMembership: (as: Person, id: string, accept: boolean) =>
      decideMembership(as, { id, accept }),
    appoint: (as: Person, id: string) => appoint(as, { id }),
    post: async (as: Person, organizationId: string, about?: object): Promise<string> =>
      (await post(as, { input: roleInput(organizationId, about) })).id,
    close: (as: Person, id: string) => close(as, { id }),
    apply: (as: Person, id: string, input?: object) => apply(as, { id, input }),
    decideApplication: (as: Person, id: string, accept: boolean) =>
      decideApplication(as, { id, accept }),
  }
}
