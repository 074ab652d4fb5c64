// The rows of how memberships, stewardship, applications and roles end and come back.
import { addOrganization, addRole } from '#test/story.ts'
import type { Person, TestSystem } from '#test/system.ts'
import { byNobody } from './guild.ts'
import type { Refusal, Row, Story } from './row.ts'
import type { Shape } from './shape.ts'

const newPerson = (system: TestSystem) => system.join(`p${crypto.randomUUID().slice(0, 8)}`)

interface Made {
  id: string
  membership: { id: string }
  application: { id: string }
}

/** Sends a mutation, and returns the value of its root field. */
async function act(system: TestSystem, as: Person, mutation: string, variables: object) {
  const { body } = await system.graphql(mutation, { token: await as.token(), variables })
  return Object.values(body.data as Record<string, Made>)[0]!
}

const JOIN = `mutation Join($id: ID!) {
  joinOrganization(organizationId: $id) { membership { id } }
}`
const FOUND = `mutation Found($input: FoundOrganizationInput!) { foundOrganization(input: $input) { id } }`
const REJECT = `mutation Reject($id: ID!) {
  decideMembership(input: { membershipId: $id, accept: false }) { id }
}`
const APPOINT = `mutation Appoint($id: ID!) { appointSteward(membershipId: $id) { id } }`
const APPLY = `mutation Apply($id: ID!) { applyForRole(roleId: $id) { application { id } } }`
const ACCEPT = `mutation Accept($id: ID!) {
  decideApplication(input: { applicationId: $id, accept: true }) { id }
}`

/** The caller has joined an organization. */
const joined: Story = async (system) => {
  const as = await newPerson(system)
  const id = await addOrganization(system)
  await act(system, as, JOIN, { id })
  return { as, params: { id } }
}

/** The caller is a steward of an organization that has another member. */
async function stewarding(system: TestSystem) {
  const [as, other] = [await newPerson(system), await newPerson(system)]
  const input = { name: 'Wardens', description: 'Keep them lit.', openToJoin: true }
  const { id } = await act(system, as, FOUND, { input })
  const { membership } = await act(system, other, JOIN, { id })
  return { as, other, id, membershipId: membership.id }
}

/** The other member's membership of the caller's organization. */
const aboutMember: Story = async (system) => {
  const { as, membershipId } = await stewarding(system)
  return { as, params: { id: membershipId } }
}
const aboutSteward: Story = async (system) => {
  const given = await aboutMember(system)
  await act(system, given.as, APPOINT, given.params!)
  return given
}
/** The caller asked to join, and was refused. */
const rejected: Story = async (system) => {
  const [as, steward] = [await newPerson(system), await newPerson(system)]
  const input = { name: 'Wardens', description: 'Keep them lit.', openToJoin: false }
  const { id } = await act(system, steward, FOUND, { input })
  const { membership } = await act(system, as, JOIN, { id })
  await act(system, steward, REJECT, { id: membership.id })
  return { as, params: { id } }
}
/** The caller is a member and not a steward. */
const byMember: Story = async (system) => {
  const { other, membershipId } = await stewarding(system)
  return { as: other, params: { id: membershipId } }
}
const resigning: Story = async (system) => {
  const { as, id, membershipId } = await stewarding(system)
  await act(system, as, APPOINT, { id: membershipId })
  return { as, params: { id } }
}
const lastSteward: Story = async (system) => {
  const { as, id } = await stewarding(system)
  return { as, params: { id } }
}
const applied: Story = async (system) => {
  const as = await newPerson(system)
  const id = await addRole(system)
  await act(system, as, APPLY, { id })
  return { as, params: { id } }
}

/** Somebody else has a role in the caller's organization; the caller is a steward, or that person. */
async function accepting(system: TestSystem) {
  const { as, other, id: organizationId } = await stewarding(system)
  const id = await addRole(system, { organizationId })
  const { application } = await act(system, other, APPLY, { id })
  await act(system, as, ACCEPT, { id: application.id })
  return { as, other, params: { id: application.id } }
}
const dismissing: Story = async (system) => {
  const { as, params } = await accepting(system)
  return { as, params }
}

const about =
  (id: string): Story =>
  async (system) => ({ as: await newPerson(system), params: { id } })

/** A stranger sends the request. */
const bySomebody =
  (story: Story): Story =>
  async (system) => ({ ...(await story(system)), as: await newPerson(system) })

const isText = (value: unknown) => typeof value === 'string'
const nobody = (story: Story): Refusal => ({
  when: 'the token has no person',
  given: byNobody(story),
  code: 'INSUFFICIENT_PERMISSIONS',
  details: { reason: 'no_identity' },
})
const unknown = (resource: string): Refusal => ({
  when: 'it is unknown',
  given: about(`${resource.toLowerCase()}_unknown`),
  code: 'NOT_FOUND',
  details: { resource, id: `${resource.toLowerCase()}_unknown` },
})
const notSteward = (given: Story): Refusal => ({
  when: 'the caller is not a steward',
  given,
  code: 'INSUFFICIENT_PERMISSIONS',
  details: { reason: 'not_steward' },
})
const refusedBy = (reason: string, given: Story): Refusal => ({
  when: `the rule ${reason} says so`,
  given,
  code: 'VALIDATION_ERROR',
  details: { reason },
})

const MEMBERSHIP = {
  id: 'string',
  organizationId: 'string',
  status: 'string',
  requestedAt: 'timestamp',
  leftAt: 'timestamp',
} as const
const APPLICATION = {
  id: 'string',
  roleId: 'string',
  status: 'string',
  message: 'null',
  appliedAt: 'timestamp',
  withdrawnAt: 'timestamp',
} as const
const STEWARD = { id: 'string', status: 'string', steward: 'boolean', leftAt: 'null' } as const
const ORGANIZATION = { id: 'string', name: 'string', openToJoin: 'boolean' } as const
const ROLE = { id: 'string', title: 'string', openings: 'integer' } as const

/** A row without a REST path. */
function mutation(
  field: string,
  selected: string,
  value: Shape,
  good: Story,
): Omit<Row, 'refusals'> {
  const [, name, argument, type] = /^(\w+)\((\w+): (.+)\)$/.exec(field)!
  const variable = argument === 'input' ? 'input' : 'id'
  return {
    service: 'guild',
    method: 'POST',
    path: `Mutation.${name}`,
    graphqlOnly: true,
    scopes: ['identity'],
    graphql: `mutation ($${variable}: ${type}) { ${name}(${argument}: $${variable}) { ${selected} } }`,
    good: { given: good, status: 200, form: 'bare', value },
  }
}

/** A request about a role of the caller's organization, with this input. */
const aboutRole =
  (input: object, openings = 1): Story =>
  async (system) => {
    const { as, id: organizationId } = await stewarding(system)
    const id = await addRole(system, { organizationId, openings })
    return { as, body: { ...input, ...('openings' in input ? { roleId: id } : { id }) } }
  }
const aboutOrganization =
  (input: object): Story =>
  async (system) => {
    const { as, id } = await stewarding(system)
    return { as, body: { id, ...input } }
  }

export const guildLifeCycleRows: Row[] = [
  {
    service: 'guild',
    method: 'DELETE',
    path: '/api/organizations/:id/membership',
    scopes: ['identity'],
    graphql: `mutation Leave($id: ID!) {
      leaveOrganization(organizationId: $id) { id organizationId status requestedAt leftAt }
    }`,
    good: { given: joined, status: 200, form: 'envelope', value: MEMBERSHIP },
    refusals: [
      unknown('Organization'),
      {
        when: 'the caller never asked',
        given: bySomebody(joined),
        code: 'NOT_FOUND',
        details: { resource: 'Membership', id: isText },
      },
      {
        when: 'the request was rejected',
        given: rejected,
        code: 'NOT_FOUND',
        details: { resource: 'Membership', id: isText },
      },
      refusedBy('LAST_STEWARD', lastSteward),
      nobody(joined),
    ],
  },
  {
    service: 'guild',
    method: 'DELETE',
    path: '/api/roles/:id/application',
    scopes: ['identity'],
    graphql: `mutation Withdraw($id: ID!) {
      withdrawApplication(roleId: $id) { id roleId status message appliedAt withdrawnAt }
    }`,
    good: {
      given: applied,
      status: 200,
      form: 'envelope',
      value: APPLICATION,
    },
    refusals: [
      unknown('Role'),
      {
        when: 'the caller has not applied',
        given: bySomebody(applied),
        code: 'NOT_FOUND',
        details: { resource: 'Application', id: isText },
      },
      nobody(applied),
    ],
  },
  {
    ...mutation(
      'removeMember(membershipId: ID!)',
      'id organizationId status requestedAt leftAt',
      MEMBERSHIP,
      aboutMember,
    ),
    refusals: [notSteward(byMember), refusedBy('STEWARD', aboutSteward)],
  },
  {
    ...mutation(
      'dismissSteward(membershipId: ID!)',
      'id status steward leftAt',
      STEWARD,
      aboutSteward,
    ),
    refusals: [notSteward(byMember)],
  },
  {
    ...mutation(
      'resignSteward(organizationId: ID!)',
      'id status steward leftAt',
      STEWARD,
      resigning,
    ),
    refusals: [
      {
        when: 'the caller is not a member',
        given: bySomebody(resigning),
        code: 'NOT_FOUND',
        details: { resource: 'Membership', id: isText },
      },
      refusedBy('LAST_STEWARD', lastSteward),
    ],
  },
  {
    ...mutation(
      'dismissFromRole(applicationId: ID!)',
      'id roleId status message appliedAt withdrawnAt',
      APPLICATION,
      dismissing,
    ),
    refusals: [notSteward(bySomebody(dismissing))],
  },
  {
    ...mutation(
      'editOrganization(input: EditOrganizationInput!)',
      'id name openToJoin',
      ORGANIZATION,
      aboutOrganization({ name: 'Beacon Society', openToJoin: false }),
    ),
    refusals: [
      {
        when: 'the name is blank',
        given: aboutOrganization({ name: ' ' }),
        code: 'VALIDATION_ERROR',
        details: {
          field: 'name',
          reason: 'must not be blanks alone',
        },
      },
      notSteward(bySomebody(aboutOrganization({}))),
    ],
  },
  {
    ...mutation(
      'editRole(input: EditRoleInput!)',
      'id title openings',
      ROLE,
      aboutRole({ title: 'Keeper' }),
    ),
    refusals: [
      {
        when: 'the level is out of its bounds',
        given: aboutRole({ minLevel: 0 }),
        code: 'VALIDATION_ERROR',
        details: { field: 'minLevel', reason: 'must be from 1 to 1000' },
      },
      notSteward(bySomebody(aboutRole({}))),
    ],
  },
  {
    ...mutation(
      'reopenRole(input: ReopenRoleInput!)',
      'id title openings',
      ROLE,
      aboutRole({ openings: 2 }, 0),
    ),
    refusals: [
      {
        when: 'the role has openings',
        given: aboutRole({ openings: 2 }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'ROLE_OPEN', openings: 1 },
      },
      notSteward(bySomebody(aboutRole({ openings: 2 }, 0))),
    ],
  },
]
