// Stewards see the applications for a role, and people their own.
import { describe, expect, test } from 'vitest'
import type { CallerOptions } from '#test/caller.ts'
import { testSubgraph, type Data, type Person } from '#test/subgraph.ts'
import { roleOf } from './story.ts'

const guild = testSubgraph('guild')
const { story, ada, grace, role, request } = roleOf(guild)

const OF_PEOPLE = `query ($of: [_Any!]!) {
  _entities(representations: $of) {
    ... on Identity { applications { nodes { message role { title } } totalCount } }
  }
}`
const OF_ORGANIZATIONS = `query ($of: [_Any!]!) {
  _entities(representations: $of) {
    ... on Organization {
      roles { nodes { applications { nodes { message applicant { id } } totalCount } } }
    }
  }
}`
const entities = async (query: string, of: object[], who: CallerOptions) =>
  (await guild.ask(query, { service: 'router', ...who, variables: { of } }))._entities

/** A service that acts for nobody has no scope. */
const expectRefused = async (query: string, of: object[]) => {
  const { errors } = await guild.run(query, { service: 'router', variables: { of } })
  const codes = errors?.map(({ extensions }) => extensions?.code)
  expect(codes).toEqual(of.map(() => 'INVALID_TOKEN'))
}

test('Only the person sees the list of their applications', async () => {
  await story.apply(grace, role.id, { message: 'first' })
  const of = [grace, ada].map(({ id }) => ({ __typename: 'Identity', id }))
  const nodes = [{ message: 'first', role: { title: 'Proof Reader' } }]
  expect(await entities(OF_PEOPLE, of, { as: grace })).toEqual([
    { applications: { nodes, totalCount: 1 } },
    { applications: null },
  ])
  expect(await entities(OF_PEOPLE, of, { as: ada })).toEqual([
    { applications: null },
    { applications: { nodes: [], totalCount: 0 } },
  ])
  await expectRefused(OF_PEOPLE, of)
})

test('Only stewards of the organization see the applications of a role, newest first', async () => {
  await story.apply(grace, role.id, { message: 'first' })
  guild.clock.now = new Date(guild.clock.now.getTime() + 1)
  await story.apply(ada, role.id, { message: 'second' })
  const of = [{ __typename: 'Organization', id: role.organizationId }]
  const nodes = [
    { message: 'second', applicant: { id: ada.id } },
    { message: 'first', applicant: { id: grace.id } },
  ]
  expect(await entities(OF_ORGANIZATIONS, of, { as: ada })).toEqual([
    { roles: { nodes: [{ applications: { nodes, totalCount: 2 } }] } },
  ])
  await story.found(grace)
  for (const who of [{ as: grace }, { as: { id: 'test-client' } }]) {
    expect(await entities(OF_ORGANIZATIONS, of, who)).toEqual([
      { roles: { nodes: [{ applications: null }] } },
    ])
  }
  await expectRefused(OF_ORGANIZATIONS, of)
})

describe('in one status', () => {
  const IN_STATUS = `query ($id: ID!, $status: ApplicationStatus, $first: Int, $after: String) {
    role(id: $id) { applications(status: $status, first: $first, after: $after) {
      nodes { applicant { id } status } pageInfo { endCursor hasNextPage } totalCount
    } }
  }`
  const inStatus = async (as: Person, wanted: object) => {
    const { role: found } = await guild.ask(IN_STATUS, {
      as,
      variables: { id: role.id, ...wanted },
    })
    return found.applications
  }
  const applicantsOf = ({ nodes }: { nodes: { applicant: { id: string } }[] }) =>
    nodes.map(({ applicant }) => applicant.id)

  /** Two wait, one is accepted and one rejected. */
  async function applyInEachStatus() {
    const applyLater = async () => {
      guild.clock.now = new Date(guild.clock.now.getTime() + 1)
      const person = await story.someone({ xp: 4_500 })
      return { ...person, applicationId: await request(person) }
    }
    const [waiting, last] = [await applyLater(), await applyLater()]
    const [accepted, rejected] = [await applyLater(), await applyLater()]
    await story.decideApplication(ada, accepted.applicationId, true)
    await story.decideApplication(ada, rejected.applicationId, false)
    return { waiting, last, accepted, rejected }
  }

  test('Stewards find and count the applications in a status, newest first', async () => {
    const { waiting, last, accepted, rejected } = await applyInEachStatus()
    const ofEach = {
      pending: [last.id, waiting.id],
      accepted: [accepted.id],
      rejected: [rejected.id],
    }
    for (const [status, ids] of Object.entries(ofEach)) {
      const found = await inStatus(ada, { status })
      expect(applicantsOf(found)).toEqual(ids)
      expect(found.totalCount).toBe(ids.length)
      expect(found.nodes.every((node: { status: string }) => node.status === status)).toBe(true)
    }
    for (const wanted of [{}, { status: null }]) {
      const all = await inStatus(ada, wanted)
      expect(applicantsOf(all)).toEqual([rejected.id, accepted.id, last.id, waiting.id])
      expect(all.totalCount).toBe(4)
    }
  })

  test('A cursor goes on in its status', async () => {
    const { waiting, last } = await applyInEachStatus()
    const first = await inStatus(ada, { status: 'pending', first: 1 })
    expect([applicantsOf(first), first.pageInfo.hasNextPage]).toEqual([[last.id], true])
    const after = first.pageInfo.endCursor as string
    const next = await inStatus(ada, { status: 'pending', first: 1, after })
    expect([applicantsOf(next), next.pageInfo.hasNextPage]).toEqual([[waiting.id], false])
  })

  test('A decision moves an application from one status to another within a request', async () => {
    const id = await request(grace)
    const decide = `mutation ($id: ID!) {
      decideApplication(input: { applicationId: $id, accept: false }) {
        role { pending: applications(status: pending) { totalCount } rejected: applications(status: rejected) { totalCount } }
      }
    }`
    const { decideApplication } = await guild.ask(decide, { as: ada, variables: { id } })
    expect(decideApplication.role).toEqual({
      pending: { totalCount: 0 },
      rejected: { totalCount: 1 },
    })
  })

  test('Others see no applications in any status', async () => {
    await applyInEachStatus()
    for (const status of ['pending', 'accepted', 'rejected', null]) {
      expect(await inStatus(grace, { status })).toBeNull()
    }
  })

  test('An unknown status is refused', async () => {
    const variables = { id: role.id, status: 'withdrawn' }
    expect(await guild.refusal(IN_STATUS, { as: ada, variables })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'status', reason: 'must be one of pending, accepted, rejected' },
    })
  })
})

test('An application leads to no applications of other people', async () => {
  await story.apply(ada, role.id)
  const query = `mutation ($id: ID!) {
    applyForRole(roleId: $id) {
      application { applicant { applications { totalCount } } role { applications { totalCount } } }
    }
  }`
  const { applyForRole } = await guild.ask(query, { as: grace, variables: { id: role.id } })
  expect(applyForRole.application).toEqual({
    applicant: { applications: { totalCount: 1 } },
    role: { applications: null },
  })
})

test('Stewards who watch an organization see applications and decisions, and other people do not', async () => {
  const query = `subscription ($id: ID!) {
    organization(id: $id) { roles { nodes { id openings applications { nodes { status } } } } }
  }`
  const watch = (as: Person) =>
    guild.subscribe(query, { as, variables: { id: role.organizationId } })
  const ofRole = async (live: ReturnType<typeof watch>) => {
    const { organization } = await live.data()
    return organization.roles.nodes.map(({ id: _id, ...state }: Record<string, Data>) => state)
  }
  await using steward = watch(ada)
  await using other = watch(await story.someone())
  const none = { openings: 3, applications: { nodes: [] } }
  expect(await ofRole(steward)).toEqual([none])
  expect(await ofRole(other)).toEqual([{ openings: 3, applications: null }])

  const next = ofRole(other)
  const applicationId = await request(grace)
  expect(await ofRole(steward)).toEqual([
    { openings: 3, applications: { nodes: [{ status: 'pending' }] } },
  ])
  await story.decideApplication(ada, applicationId, false)
  const declined = { openings: 3, applications: { nodes: [{ status: 'rejected' }] } }
  expect(await ofRole(steward)).toEqual([declined])
  await story.post(ada, role.organizationId)
  expect(await ofRole(steward)).toEqual([none, declined])
  expect(await next).toHaveLength(2)
})

test('An applicant who watches a role sees the decision', async () => {
  const query = `subscription ($id: ID!) { role(id: $id) { openings myApplication { status } } }`
  await using live = guild.subscribe(query, { as: grace, variables: { id: role.id } })
  expect((await live.data()).role).toEqual({ openings: 3, myApplication: null })
  const applicationId = await request(grace)
  expect((await live.data()).role).toMatchObject({ myApplication: { status: 'pending' } })
  await story.decideApplication(ada, applicationId, true)
  const accepted = { openings: 2, myApplication: { status: 'accepted' } }
  expect((await live.data()).role).toEqual(accepted)
})
