// The Guild service's rows of the contract.
import { addOrganization, addRole } from '#test/story.ts'
import type { TestSystem } from '#test/system.ts'
import type { Row, Story } from './row.ts'

const newPerson = (system: TestSystem) => system.join(`p${crypto.randomUUID().slice(0, 8)}`)

const JOIN = `mutation Join($id: ID!) {
  joinOrganization(organizationId: $id) {
    created
    membership { id organizationId status requestedAt }
  }
}`
const APPLY = `mutation Apply($id: ID!, $input: ApplyForRoleInput) {
  applyForRole(roleId: $id, input: $input) {
    created
    application { id roleId status message appliedAt }
  }
}`

type About<Add extends (...args: never) => unknown> = Parameters<Add>[1]

const joining =
  (about?: About<typeof addOrganization>): Story =>
  async (system) => ({
    as: await newPerson(system),
    params: { id: await addOrganization(system, about) },
  })

const applying =
  (body?: Record<string, unknown>, about?: About<typeof addRole>): Story =>
  async (system) => ({
    as: await newPerson(system),
    params: { id: await addRole(system, about) },
    ...(body && { body }),
  })

/** A request to join that is repeated. */
const again =
  (mutation: string, story: Story): Story =>
  async (system) => {
    const given = await story(system)
    const variables = { ...given.params, ...(given.body && { input: given.body }) }
    await system.graphql(mutation, { token: await given.as.token(), variables })
    return given
  }

const unknown =
  (id: string): Story =>
  async (system) => ({ as: await newPerson(system), params: { id } })

/** A client without a person, whose `sub` is its own id, sends the request. */
export const byNobody =
  (story: Story): Story =>
  async (system) => {
    const { as, ...given } = await story(system)
    const id = `client_${as.username}`
    return { ...given, as: { ...as, id, token: () => as.token({ subject: id, clientId: id }) } }
  }

const NO_IDENTITY = {
  code: 'INSUFFICIENT_PERMISSIONS',
  details: { reason: 'no_identity' },
} as const
const isText = (value: unknown) => typeof value === 'string'
const MEMBERSHIP = {
  id: 'string',
  organizationId: 'string',
  status: 'string',
  requestedAt: 'timestamp',
} as const
const APPLICATION = {
  id: 'string',
  roleId: 'string',
  status: 'string',
  message: 'string',
  appliedAt: 'timestamp',
} as const

const joinRow = {
  service: 'guild',
  method: 'POST',
  path: '/api/organizations/:id/join',
  graphql: JOIN,
} as const
const applyRow = {
  service: 'guild',
  method: 'POST',
  path: '/api/roles/:id/apply',
  graphql: APPLY,
} as const

export const guildRows: Row[] = [
  {
    service: 'guild',
    method: 'GET',
    path: '/api/organizations',
    scopes: ['identity'],
    graphql: `query Organizations($first: Int, $offset: Int) {
      organizations(first: $first, offset: $offset) {
        nodes { id name description house memberCount openToJoin createdAt }
        totalCount
      }
    }`,
    good: {
      given: joining(),
      status: 200,
      form: 'list',
      name: 'organizations',
      value: {
        id: 'string',
        name: 'string',
        description: 'string',
        house: 'string',
        memberCount: 'integer',
        openToJoin: 'boolean',
        createdAt: 'timestamp',
      },
    },
    refusals: [],
  },
  {
    ...joinRow,
    scopes: ['identity'],
    good: {
      given: joining(),
      status: 201,
      form: 'record',
      record: 'membership',
      value: MEMBERSHIP,
    },
    refusals: [
      {
        when: 'the organization is unknown',
        given: unknown('organization_unknown'),
        code: 'NOT_FOUND',
        details: { resource: 'Organization', id: 'organization_unknown' },
      },
      {
        when: 'the organization is retired',
        given: joining({ retiredAt: new Date() }),
        code: 'NOT_FOUND',
        details: { resource: 'Organization', id: isText },
      },
      { when: 'the token has no person', given: byNobody(joining()), ...NO_IDENTITY },
    ],
  },
  {
    ...joinRow,
    scopes: ['identity'],
    good: {
      given: again(JOIN, joining({ openToJoin: false })),
      status: 200,
      form: 'record',
      record: 'membership',
      value: MEMBERSHIP,
    },
    refusals: [],
  },
  {
    service: 'guild',
    method: 'GET',
    path: '/api/roles',
    scopes: ['identity'],
    graphql: `query Roles($first: Int, $offset: Int) {
      roles(first: $first, offset: $offset) {
        nodes { id organizationId title description minLevel openings createdAt }
        totalCount
      }
    }`,
    good: {
      given: applying(),
      status: 200,
      form: 'list',
      name: 'roles',
      value: {
        id: 'string',
        organizationId: 'string',
        title: 'string',
        description: 'string',
        minLevel: 'integer',
        openings: 'integer',
        createdAt: 'timestamp',
      },
    },
    refusals: [],
  },
  {
    ...applyRow,
    scopes: ['identity'],
    good: {
      given: applying({ message: 'I can see the beacon from my window.' }),
      status: 201,
      form: 'record',
      record: 'application',
      value: APPLICATION,
    },
    refusals: [
      {
        when: 'the message is not a string',
        given: applying({ message: 7 }),
        code: 'VALIDATION_ERROR',
        details: { field: 'message', reason: 'must be a string' },
      },
      {
        when: 'the message is empty',
        given: applying({ message: '' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'message', reason: 'must have 1 to 2000 characters' },
      },
      {
        when: 'the message holds a NUL',
        given: applying({ message: 'a\0b' }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'NUL_CHARACTER' },
      },
      {
        when: 'the role is unknown',
        given: unknown('role_unknown'),
        code: 'NOT_FOUND',
        details: { resource: 'Role', id: 'role_unknown' },
      },
      {
        when: 'the role is retired',
        given: applying({}, { minLevel: 50, retiredAt: new Date() }),
        code: 'NOT_FOUND',
        details: { resource: 'Role', id: isText },
      },
      {
        when: 'the level is too low',
        given: applying({}, { minLevel: 50, openings: 0 }),
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { requiredLevel: 50, level: 1 },
      },
      {
        when: 'the role has no openings',
        given: applying({}, { openings: 0 }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'ROLE_CLOSED' },
      },
      { when: 'the token has no person', given: byNobody(applying()), ...NO_IDENTITY },
    ],
  },
  {
    ...applyRow,
    scopes: ['identity'],
    good: {
      given: again(APPLY, applying()),
      status: 200,
      form: 'record',
      record: 'application',
      value: { ...APPLICATION, message: 'null' },
    },
    refusals: [],
  },
]
