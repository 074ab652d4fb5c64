// Retired organizations and roles are in no list, stay reachable from what people did, and take nothing new.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { GuildTables } from '../tables.ts'
import {
  APPLY,
  DECIDE_APPLICATION,
  DECIDE_MEMBERSHIP,
  JOIN,
  notFound,
  POST_ROLE,
  roleInput,
  storyOf,
} from './story.ts'
import { administer, ADD_ROLE, codeOf, RETIRE_ORGANIZATION, RETIRE_ROLE } from './administration.ts'

const guild = testSubgraph('guild')
const story = storyOf(guild)
let admin: Person
let act: ReturnType<typeof administer>
beforeAll(async () => {
  admin = await story.someone({ role: 'admin' })
  act = administer(guild, admin)
})

/** Ada is steward of an open organization with a role, and grace a member who applied. */
let ada: Person
let grace: Person
let organizationId: string
let role: string
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
  organizationId = await story.found(ada, { openToJoin: true })
  role = await story.post(ada, organizationId)
  await story.join(grace, organizationId)
})

const find = (query: string, as: Person, id: string) => guild.ask(query, { as, variables: { id } })
const run = (query: string, as: { id: string }, variables: object) =>
  guild.run(query, { as, variables: { ...variables } })
const refusal = (query: string, as: { id: string }, variables: object) =>
  guild.refusal(query, { as, variables: { ...variables } })
const db = () => guild.tables<GuildTables>('guild')

describe('a retired organization', () => {
  test('A retired organization is in no list and is found by its id', async () => {
    const LIST = '{ organizations(first: 100) { nodes { id } totalCount } }'
    const before = (await guild.ask(LIST, { as: ada })).organizations
    const retired = await act(RETIRE_ORGANIZATION, { id: organizationId })
    const retiredAt = guild.clock.now.toISOString()
    expect(retired).toMatchObject({ id: organizationId, retiredAt })
    const { organizations } = await guild.ask(LIST, { as: ada })
    expect(organizations.nodes).not.toContainEqual({ id: organizationId })
    expect(organizations.totalCount).toBe(before.totalCount - 1)
    const query = 'query ($id: ID!) { organization(id: $id) { name retiredAt } }'
    const name = 'Analytical Society'
    expect((await find(query, ada, organizationId)).organization).toEqual({ name, retiredAt })
    const of = [{ __typename: 'Organization', id: organizationId }]
    const entities =
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Organization { retiredAt } } }'
    const response = await guild.ask(entities, { service: 'router', variables: { of } })
    expect(response._entities).toEqual([{ retiredAt }])
  })

  test('Retiring an organization again changes nothing', async () => {
    const retired = await act(RETIRE_ORGANIZATION, { id: organizationId })
    guild.clock.now = new Date(guild.clock.now.getTime() + 1_000)
    expect(await act(RETIRE_ORGANIZATION, { id: organizationId })).toEqual(retired)
  })

  test('Retiring an organization retires its roles at the same time, except those retired before', async () => {
    const early = await story.post(ada, organizationId)
    const { retiredAt: before } = await act(RETIRE_ROLE, { id: early })
    guild.clock.now = new Date(guild.clock.now.getTime() + 1_000)
    const { retiredAt } = await act(RETIRE_ORGANIZATION, { id: organizationId })
    const query = 'query ($id: ID!) { role(id: $id) { retiredAt organization { id } } }'
    const organization = { id: organizationId }
    expect((await find(query, ada, role)).role).toEqual({ retiredAt, organization })
    expect((await find(query, ada, early)).role).toEqual({ retiredAt: before, organization })
    const LISTS = `query ($id: ID!) {
      roles(first: 100) { nodes { id } }
      organization(id: $id) { roles { nodes { id } totalCount } }
    }`
    const { roles, organization: of } = await find(LISTS, ada, organizationId)
    expect(roles.nodes).not.toContainEqual({ id: role })
    expect(of.roles).toEqual({ nodes: [], totalCount: 0 })
  })

  test('A retired organization keeps its members', async () => {
    const before = await story.join(grace, organizationId)
    await act(RETIRE_ORGANIZATION, { id: organizationId })
    expect(await story.join(grace, organizationId)).toEqual({ ...before, created: false })
    const query = `query ($id: ID!) {
      organization(id: $id) { memberCount members { nodes { member { id } } totalCount } }
      _entities(representations: [{ __typename: "Identity", id: "${grace.id}" }]) {
        ... on Identity { memberships { nodes { organization { id retiredAt } } } }
      }
    }`
    const response = await guild.ask(query, {
      as: grace,
      service: 'router',
      variables: { id: organizationId },
    })
    expect(response.organization).toMatchObject({ memberCount: 2, members: { totalCount: 2 } })
    const nodes = [
      { organization: { id: organizationId, retiredAt: guild.clock.now.toISOString() } },
    ]
    expect(response._entities).toEqual([{ memberships: { nodes } }])
  })

  test('A retired organization takes no new members and no roles', async () => {
    const closed = await story.found(ada)
    const rejected = await story.request(grace, closed)
    await story.decideMembership(ada, rejected, false)
    await act(RETIRE_ORGANIZATION, { id: closed })
    for (const as of [await story.someone(), grace]) {
      expect(await refusal(JOIN, as, { id: closed })).toEqual(notFound('Organization', closed))
    }
    const input = roleInput(closed)
    const gone = notFound('Organization', closed)
    expect(await refusal(POST_ROLE, ada, { input })).toEqual(gone)
    // NOT_FOUND instead of INSUFFICIENT_PERMISSIONS, so that nobody learns that it has stewards.
    expect(await refusal(POST_ROLE, grace, { input })).toEqual(gone)
    expect(await act.refusal(ADD_ROLE, { input })).toEqual(gone)
  })

  test('Requests to a retired organization can only be rejected', async () => {
    const closed = await story.found(ada)
    const [first, second] = [await story.someone(), await story.someone()]
    const ids = [await story.request(first, closed), await story.request(second, closed)]
    const accepted = await story.request(grace, closed)
    await story.decideMembership(ada, accepted, true)
    await act(RETIRE_ORGANIZATION, { id: closed })
    expect(await refusal(DECIDE_MEMBERSHIP, ada, { id: ids[0], accept: true })).toEqual(
      notFound('Organization', closed),
    )
    expect(await story.decideMembership(ada, ids[1]!, false)).toMatchObject({ status: 'rejected' })
    expect(await story.join(first, closed)).toMatchObject({
      created: false,
      membership: { status: 'pending', organization: { memberCount: 2 } },
    })
    expect(await story.decideMembership(ada, accepted, true)).toMatchObject({ status: 'active' })
  })
})

describe('a retired role', () => {
  test('A retired role is in no list and is found by its id', async () => {
    const kept = await story.post(ada, organizationId)
    const LISTS = `query ($id: ID!) {
      roles(first: 100) { nodes { id } totalCount }
      organization(id: $id) { roles { nodes { id } totalCount } }
    }`
    const before = (await find(LISTS, ada, organizationId)).roles
    const retired = await act(RETIRE_ROLE, { id: role })
    expect(retired).toMatchObject({ id: role, retiredAt: guild.clock.now.toISOString() })
    const { roles, organization } = await find(LISTS, ada, organizationId)
    expect(roles.totalCount).toBe(before.totalCount - 1)
    expect(roles.nodes).not.toContainEqual({ id: role })
    expect(organization.roles).toEqual({ nodes: [{ id: kept }], totalCount: 1 })
    const query = 'query ($id: ID!) { role(id: $id) { id retiredAt } }'
    const { retiredAt } = retired
    expect((await find(query, ada, role)).role).toEqual({ id: role, retiredAt })
    guild.clock.now = new Date(guild.clock.now.getTime() + 1_000)
    expect(await act(RETIRE_ROLE, { id: role })).toEqual(retired)
  })

  test('A retired role keeps its applications and takes no more', async () => {
    const before = await story.apply(grace, role)
    const accepted = await story.apply(ada, role)
    await story.decideApplication(ada, accepted.application.id, true)
    await act(RETIRE_ROLE, { id: role })
    expect(await story.apply(grace, role)).toMatchObject({
      created: false,
      application: { id: before.application.id, status: 'pending' },
    })
    expect(await refusal(APPLY, await story.someone(), { id: role })).toEqual(
      notFound('Role', role),
    )
    const query = `{
      _entities(representations: [{ __typename: "Identity", id: "${grace.id}" }]) {
        ... on Identity { applications { nodes { role { id retiredAt } } } }
      }
    }`
    const { _entities } = await guild.ask(query, { as: grace, service: 'router' })
    const retiredAt = guild.clock.now.toISOString()
    expect(_entities).toEqual([{ applications: { nodes: [{ role: { id: role, retiredAt } }] } }])
  })

  test('Applications for a retired role can only be rejected', async () => {
    const [first, second] = [await story.apply(grace, role), await story.apply(ada, role)]
    await act(RETIRE_ORGANIZATION, { id: organizationId })
    const accepting = { id: first.application.id, accept: true }
    expect(await refusal(DECIDE_APPLICATION, ada, accepting)).toEqual(notFound('Role', role))
    expect(await story.decideApplication(ada, second.application.id, false)).toMatchObject({
      status: 'rejected',
      role: { openings: 3 },
    })
    expect(await refusal(APPLY, ada, { id: role })).toEqual(notFound('Role', role))
  })
})

describe('while it is retired', () => {
  type Transaction = Parameters<
    Parameters<ReturnType<ReturnType<typeof db>['transaction']>['execute']>[0]
  >[0]

  /** Retires in a transaction that ends once that many others wait for it, and returns their codes. */
  const whileHeld = async (
    retire: (trx: Transaction) => Promise<unknown>,
    others: (() => ReturnType<typeof run>)[],
  ) => {
    const { responses } = await db()
      .transaction()
      .execute(async (trx) => {
        await retire(trx)
        const waiting = Promise.all(others.map((other) => other()))
        const waiters = () => sessionsWaiting(guild.tables('identity'))
        await expect.poll(waiters).toBe(others.length)
        return { responses: waiting }
      })
    return (await responses).map(codeOf)
  }
  const retiredAt = () => guild.clock.now

  test('An organization that is being retired refuses what waits for it', async () => {
    const closed = await story.found(ada)
    const pending = await story.request(grace, closed)
    const someone = await story.someone()
    const codes = await whileHeld(
      (trx) =>
        trx
          .updateTable('organizations')
          .set({ retiredAt: retiredAt() })
          .where('id', 'in', [organizationId, closed])
          .execute(),
      [
        () => run(JOIN, someone, { id: organizationId }),
        () => run(JOIN, someone, { id: closed }),
        () => run(POST_ROLE, ada, { input: roleInput(organizationId) }),
        () => act.run(ADD_ROLE, { input: roleInput(organizationId) }),
        () => run(DECIDE_MEMBERSHIP, ada, { id: pending, accept: true }),
      ],
    )
    expect(codes).toEqual(Array(5).fill('NOT_FOUND'))
    const memberships = db().selectFrom('memberships').selectAll()
    expect(await memberships.where('identityId', '=', someone.id).execute()).toEqual([])
    const { status } = await memberships.where('id', '=', pending).executeTakeFirstOrThrow()
    expect(status).toBe('pending')
  })

  test('A role that is being retired refuses what waits for it', async () => {
    const { application } = await story.apply(grace, role)
    const someone = await story.someone()
    const codes = await whileHeld(
      (trx) =>
        trx.updateTable('roles').set({ retiredAt: retiredAt() }).where('id', '=', role).execute(),
      [
        () => run(APPLY, someone, { id: role }),
        () => run(DECIDE_APPLICATION, ada, { id: application.id, accept: true }),
      ],
    )
    expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect(await story.apply(grace, role)).toMatchObject({
      application: { status: 'pending', role: { openings: 3 } },
    })
  })

  test('An organization that is retired while many join, post and apply ends up consistent', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => story.someone()))
    const responses = await Promise.all(
      people.flatMap((as, n) => [
        run(JOIN, as, { id: organizationId }),
        run(APPLY, as, { id: role }),
        run(POST_ROLE, ada, { input: roleInput(organizationId) }),
        ...(n % 4 === 2 ? [act.run(RETIRE_ORGANIZATION, { id: organizationId })] : []),
      ]),
    )
    for (const response of responses) expect([undefined, 'NOT_FOUND']).toContain(codeOf(response))
    const done = (field: string) => responses.filter(({ data }) => data?.[field]).length
    const { memberCount } = await db()
      .selectFrom('organizations')
      .select('memberCount')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    expect(memberCount).toBe(2 + done('joinOrganization'))
    const members = await db()
      .selectFrom('memberships')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('status', '=', 'active')
      .execute()
    expect(members).toHaveLength(memberCount)
    const roles = await db()
      .selectFrom('roles')
      .select('retiredAt')
      .where('organizationId', '=', organizationId)
      .execute()
    expect(roles).toHaveLength(1 + done('postRole'))
    expect(roles.every((one) => one.retiredAt !== null)).toBe(true)
    const applications = await db()
      .selectFrom('applications')
      .select('id')
      .where('roleId', '=', role)
      .execute()
    expect(applications).toHaveLength(done('applyForRole'))
  })

  test('A role that is given and retired at once is given before or not at all', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => story.someone()))
    const large = await story.post(ada, organizationId, { openings: 100 })
    const ids: string[] = []
    for (const as of people) ids.push((await story.apply(as, large)).application.id)
    const responses = await Promise.all([
      ...ids.map((id) => run(DECIDE_APPLICATION, ada, { id, accept: true })),
      act.run(RETIRE_ROLE, { id: large }),
    ])
    for (const response of responses) expect([undefined, 'NOT_FOUND']).toContain(codeOf(response))
    const accepted = responses.filter(({ data }) => data?.decideApplication).length
    const applications = await db()
      .selectFrom('applications')
      .select('status')
      .where('roleId', '=', large)
      .where('status', '=', 'accepted')
      .execute()
    expect(applications).toHaveLength(accepted)
    const { openings } = await db()
      .selectFrom('roles')
      .select('openings')
      .where('id', '=', large)
      .executeTakeFirstOrThrow()
    expect(openings).toBe(100 - accepted)
  })
})
