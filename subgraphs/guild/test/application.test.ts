// Applications: who may apply for a role, who gets it, and who sees the application.
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallerOptions } from '#test/caller.ts'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { testSubgraph, type Data, type Person } from '#test/subgraph.ts'
import type { GuildTables } from '../tables.ts'
import {
  APPLY,
  AWAY,
  CLOSE_ROLE,
  DECIDE_APPLICATION,
  NOBODY,
  NOT_STEWARD,
  storyOf,
} from './story.ts'

const guild = testSubgraph('guild')
const story = storyOf(guild)

/** Ada is steward of an organization with a role of three openings; grace is at level 10. */
let ada: Person
let grace: Person
let organizationId: string
let role: string
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone({ xp: 4_500 })
  organizationId = await story.found(ada)
  role = await story.post(ada, organizationId)
})

const request = async (as: Person, id = role): Promise<string> =>
  (await story.apply(as, id)).application.id
const refusal = (as: { id: string }, id: string, input?: object) =>
  guild.refusal(APPLY, { as, variables: { id, input } })
const openingsOf = async (id: string) => {
  const query = 'query ($id: ID!) { role(id: $id) { openings } }'
  return (await guild.ask(query, { as: ada, variables: { id } })).role.openings as number
}
const ROLE_CLOSED = { code: 'VALIDATION_ERROR', details: { reason: 'ROLE_CLOSED' } }

describe('applying', () => {
  test('An application waits for a steward, with or without a message', async () => {
    const message = 'I stop at the first step that halts.'
    expect(await story.apply(grace, role, { message })).toEqual({
      created: true,
      application: {
        id: expect.stringMatching(/^application_/) as string,
        roleId: role,
        status: 'pending',
        message,
        appliedAt: guild.clock.now.toISOString(),
        role: { openings: 3 },
      },
    })
    for (const input of [undefined, null, {}, { message: null }]) {
      const as = await story.someone()
      const response = await guild.ask(APPLY, { as, variables: { id: role, input } })
      expect(response.applyForRole).toMatchObject({ created: true, application: { message: null } })
    }
  })

  test('Applying requires the level of the role, as Identity has it at that time', async () => {
    const id = await story.post(ada, organizationId, { minLevel: 11 })
    const tooLow = (level: number) => ({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredLevel: 11, level },
    })
    expect(await refusal(grace, id)).toEqual(tooLow(10))
    await story.close(ada, id)
    expect(await refusal(grace, id)).toEqual(tooLow(10))
    const just = await story.post(ada, organizationId, { minLevel: 10 })
    expect(await story.apply(grace, just)).toMatchObject({ created: true })
  })

  test('Applying for a role without openings is refused', async () => {
    await story.close(ada, role)
    expect(await refusal(grace, role)).toEqual(ROLE_CLOSED)
  })

  test('Applying again returns the existing application, even if the role has changed', async () => {
    const first = await story.apply(grace, role, { message: 'once' })
    expect(await story.apply(grace, role, { message: 'twice' })).toEqual({
      ...first,
      created: false,
    })
    await story.close(ada, role)
    await guild
      .tables<GuildTables>('guild')
      .updateTable('roles')
      .set({ minLevel: 50 })
      .where('id', '=', role)
      .execute()
    await guild.stopService('identity')
    expect(await story.apply(grace, role)).toMatchObject({
      created: false,
      application: { id: first.application.id, message: 'once' },
    })
    await guild.startService('identity')
  })

  test('Applying again returns an accepted application', async () => {
    const id = await request(grace)
    await story.decideApplication(ada, id, true)
    expect(await story.apply(grace, role)).toMatchObject({
      created: false,
      application: { id, status: 'accepted' },
    })
  })

  test('Twenty concurrent requests make one application', async () => {
    const results = await atOnce(20, () => story.apply(grace, role))
    expect(results.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(results.map(({ application }) => application.id)).size).toBe(1)
  })

  test.each(['', 'm'.repeat(2_001)])(
    'A message that is too short or too long is refused',
    async (message) => {
      expect(await refusal(grace, 'role_unknown', { message })).toEqual({
        code: 'VALIDATION_ERROR',
        details: { field: 'message', reason: 'must have 1 to 2000 characters' },
      })
    },
  )

  test('Applying for an unknown role is refused, and so is a machine client', async () => {
    expect(await refusal(grace, 'role_unknown')).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Role', id: 'role_unknown' },
    })
    expect((await guild.refusal(APPLY, { variables: { id: role } })).code).toBe('INVALID_TOKEN')
    expect(await refusal({ id: 'test-client' }, role)).toEqual(NOBODY)
    expect(await refusal({ id: 'identity_unknown' }, role)).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Identity', id: 'identity_unknown' },
    })
  })

  test('Applying while Identity is away is refused and stores nothing', async () => {
    await guild.stopService('identity')
    expect(await refusal(grace, role)).toEqual(AWAY)
    await guild.startService('identity')
    expect(await story.apply(grace, role)).toMatchObject({ created: true })
  })
})

describe('deciding an application', () => {
  const decideRefusal = (as: { id: string }, id: string, accept = true) =>
    guild.refusal(DECIDE_APPLICATION, { as, variables: { id, accept } })

  test('Accepting an application takes an opening, and rejecting it does not', async () => {
    const [accepted, rejected] = [await request(grace), await request(await story.someone())]
    expect(await story.decideApplication(ada, accepted, true)).toMatchObject({
      id: accepted,
      status: 'accepted',
      role: { openings: 2 },
    })
    expect(await story.decideApplication(ada, rejected, false)).toMatchObject({
      id: rejected,
      status: 'rejected',
      role: { openings: 2 },
    })
  })

  test.each([
    [true, 'accepted', 2],
    [false, 'rejected', 3],
  ])(
    'Deciding the same way again (%s) returns it unchanged, and the other way is refused',
    async (accept, status, openings) => {
      const id = await request(grace)
      const decided = await story.decideApplication(ada, id, accept)
      expect(await story.decideApplication(ada, id, accept)).toEqual(decided)
      expect(await decideRefusal(ada, id, !accept)).toEqual({
        code: 'VALIDATION_ERROR',
        details: { reason: 'ALREADY_COMPLETED', status },
      })
      expect(await openingsOf(role)).toBe(openings)
    },
  )

  test('Of twenty concurrent acceptances for three openings, three succeed', async () => {
    const ids = await atOnce(20, async () => request(await story.someone()))
    const responses = await Promise.all(
      ids.map((id) => guild.run(DECIDE_APPLICATION, { as: ada, variables: { id, accept: true } })),
    )
    expect(refusalsOf(responses)).toEqual(Array.from({ length: 17 }, () => ROLE_CLOSED))
    expect(await openingsOf(role)).toBe(0)
    const query = `query ($id: ID!) { role(id: $id) { applications { nodes { status } } } }`
    const { nodes } = (await guild.ask(query, { as: ada, variables: { id: role } })).role
      .applications as { nodes: { status: string }[] }
    const counted = Map.groupBy(nodes, ({ status }) => status)
    expect([counted.get('accepted')?.length, counted.get('pending')?.length]).toEqual([3, 17])
  })

  test('Accepting one application twenty times at once takes one opening', async () => {
    const id = await request(grace)
    for (const decided of await atOnce(20, () => story.decideApplication(ada, id, true))) {
      expect(decided).toMatchObject({ id, status: 'accepted' })
    }
    expect(await openingsOf(role)).toBe(2)
  })

  test('Accepting while the role is closed leaves no opening and exceeds none', async () => {
    const ids = await atOnce(6, async () => request(await story.someone()))
    const accepting = ids.map((id) =>
      guild.run(DECIDE_APPLICATION, { as: ada, variables: { id, accept: true } }),
    )
    const closing = guild.run(CLOSE_ROLE, { as: ada, variables: { id: role } })
    const responses = await Promise.all(accepting)
    expect((await closing).data).toEqual({ closeRole: { id: role, openings: 0 } })
    expect(await openingsOf(role)).toBe(0)
    const refusals = refusalsOf(responses)
    expect(refusals.length).toBeGreaterThanOrEqual(3)
    expect(refusals).toEqual(refusals.map(() => ROLE_CLOSED))
  })

  test('An application for a closed role can only be rejected', async () => {
    const id = await request(grace)
    await story.close(ada, role)
    expect(await decideRefusal(ada, id)).toEqual(ROLE_CLOSED)
    expect(await story.decideApplication(ada, id, false)).toMatchObject({ status: 'rejected' })
  })

  test('Only stewards of the organization decide an application', async () => {
    const id = await request(grace)
    await story.found(grace)
    for (const as of [grace, await story.someone()]) {
      expect(await decideRefusal(as, id)).toEqual(NOT_STEWARD)
    }
    expect(await decideRefusal({ id: 'test-client' }, id)).toEqual(NOBODY)
    expect(await decideRefusal(ada, 'application_unknown')).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Application', id: 'application_unknown' },
    })
  })
})

test('A rejected person can apply again, by the current rules', async () => {
  const old = await request(grace)
  await story.decideApplication(ada, old, false)
  const anew = await story.apply(grace, role, { message: 'Please.' })
  expect(anew).toMatchObject({ created: true, application: { status: 'pending' } })
  expect(anew.application.id).not.toBe(old)
  expect(await story.apply(grace, role)).toEqual({ ...anew, created: false })
  expect(await story.decideApplication(ada, old, false)).toMatchObject({ status: 'rejected' })
  await story.decideApplication(ada, anew.application.id, false)
  await story.close(ada, role)
  expect(await refusal(grace, role)).toEqual(ROLE_CLOSED)
})

describe('who sees applications', () => {
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
    await story.apply(grace, role, { message: 'first' })
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
    await story.apply(grace, role, { message: 'first' })
    guild.clock.now = new Date(guild.clock.now.getTime() + 1)
    await story.apply(ada, role, { message: 'second' })
    const of = [{ __typename: 'Organization', id: organizationId }]
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
      const { role: found } = await guild.ask(IN_STATUS, { as, variables: { id: role, ...wanted } })
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
      const variables = { id: role, status: 'withdrawn' }
      expect(await guild.refusal(IN_STATUS, { as: ada, variables })).toEqual({
        code: 'VALIDATION_ERROR',
        details: { field: 'status', reason: 'must be one of pending, accepted, rejected' },
      })
    })
  })

  test('An application leads to no applications of other people', async () => {
    await story.apply(ada, role)
    const query = `mutation ($id: ID!) {
      applyForRole(roleId: $id) {
        application { applicant { applications { totalCount } } role { applications { totalCount } } }
      }
    }`
    const { applyForRole } = await guild.ask(query, { as: grace, variables: { id: role } })
    expect(applyForRole.application).toEqual({
      applicant: { applications: { totalCount: 1 } },
      role: { applications: null },
    })
  })
})

test('Stewards who watch an organization see applications and decisions, and other people do not', async () => {
  const query = `subscription ($id: ID!) {
    organization(id: $id) { roles { nodes { id openings applications { nodes { status } } } } }
  }`
  const watch = (as: Person) => guild.subscribe(query, { as, variables: { id: organizationId } })
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
  await story.post(ada, organizationId)
  expect(await ofRole(steward)).toEqual([none, declined])
  expect(await next).toHaveLength(2)
})

test('An applicant who watches a role sees the decision', async () => {
  const query = `subscription ($id: ID!) { role(id: $id) { openings myApplication { status } } }`
  await using live = guild.subscribe(query, { as: grace, variables: { id: role } })
  expect((await live.data()).role).toEqual({ openings: 3, myApplication: null })
  const applicationId = await request(grace)
  expect((await live.data()).role).toMatchObject({ myApplication: { status: 'pending' } })
  await story.decideApplication(ada, applicationId, true)
  const accepted = { openings: 2, myApplication: { status: 'accepted' } }
  expect((await live.data()).role).toEqual(accepted)
})
