// Memberships: joining, deciding requests, and who sees what.
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallerOptions } from '#test/caller.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { APPOINT, DECIDE_MEMBERSHIP, NOT_STEWARD, storyOf } from './story.ts'

const guild = testSubgraph('guild')
const story = storyOf(guild)

/** Ada is steward of an open organization, and of one where she decides requests. */
let ada: Person
let grace: Person
let open: string
let asking: string
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
  open = await story.found(ada, { openToJoin: true })
  asking = await story.found(ada)
})

async function memberCount(id: string): Promise<{ counted: number; listed: number }> {
  const query = `query ($id: ID!) {
    organization(id: $id) { memberCount members { totalCount } }
  }`
  const { organization } = await guild.ask(query, { as: ada, variables: { id } })
  return { counted: organization.memberCount, listed: organization.members.totalCount }
}

describe('joining', () => {
  test('Joining an open organization makes a member at once', async () => {
    expect(await story.join(grace, open)).toEqual({
      created: true,
      membership: {
        id: expect.stringMatching(/^membership_/) as string,
        organizationId: open,
        status: 'active',
        steward: false,
        requestedAt: guild.clock.now.toISOString(),
        organization: { memberCount: 2 },
      },
    })
  })

  test('Joining any other organization creates a request', async () => {
    expect(await story.join(grace, asking)).toMatchObject({
      created: true,
      membership: { status: 'pending', organization: { memberCount: 1 } },
    })
  })

  test('Joining again returns the existing membership', async () => {
    const member = await story.join(grace, open)
    expect(await story.join(grace, open)).toEqual({ ...member, created: false })
    const requested = await story.join(grace, asking)
    expect(await story.join(grace, asking)).toEqual({ ...requested, created: false })
    await story.decideMembership(ada, requested.membership.id, true)
    expect(await story.join(grace, asking)).toMatchObject({
      created: false,
      membership: { id: requested.membership.id, status: 'active' },
    })
    expect(await memberCount(open)).toEqual({ counted: 2, listed: 2 })
  })

  test.each(['open', 'asking'])(
    'Twenty concurrent requests make one membership (%s)',
    async (kind) => {
      const id = kind === 'open' ? open : asking
      const results = await atOnce(20, () => story.join(grace, id))
      expect(results.filter(({ created }) => created)).toHaveLength(1)
      expect(new Set(results.map(({ membership }) => membership.id)).size).toBe(1)
      const members = kind === 'open' ? 2 : 1
      expect(await memberCount(id)).toEqual({ counted: members, listed: members })
    },
  )

  test('Twenty people who join at once are counted', async () => {
    const results = await atOnce(20, async () => story.join(await story.someone(), open))
    for (const result of results) expect(result).toMatchObject({ created: true })
    expect(await memberCount(open)).toEqual({ counted: 21, listed: 21 })
  })
})

describe('deciding a request', () => {
  const refusal = (as: { id: string }, id: string, accept = true) =>
    guild.refusal(DECIDE_MEMBERSHIP, { as, variables: { id, accept } })

  test('Accepting a request makes a member, and rejecting it does not', async () => {
    const requests = [await story.request(grace, asking)]
    requests.push(await story.request(await story.someone(), asking))
    const [accepted, rejected] = [requests[0]!, requests[1]!]
    expect(await story.decideMembership(ada, accepted, true)).toMatchObject({
      id: accepted,
      status: 'active',
      steward: false,
      organization: { memberCount: 2 },
    })
    expect(await story.decideMembership(ada, rejected, false)).toMatchObject({
      id: rejected,
      status: 'rejected',
      organization: { memberCount: 2 },
    })
    expect(await memberCount(asking)).toEqual({ counted: 2, listed: 2 })
  })

  test.each([
    [true, 'active'],
    [false, 'rejected'],
  ])(
    'Deciding the same way again (%s) returns it unchanged, and the other way is refused',
    async (accept, status) => {
      const id = await story.request(grace, asking)
      const decided = await story.decideMembership(ada, id, accept)
      expect(await story.decideMembership(ada, id, accept)).toEqual(decided)
      expect(await refusal(ada, id, !accept)).toEqual({
        code: 'VALIDATION_ERROR',
        details: { reason: 'ALREADY_COMPLETED', status },
      })
    },
  )

  test('Concurrent decisions both ways decide a request once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const before = (await memberCount(asking)).counted
      const id = await story.request(await story.someone(), asking)
      const responses = await atOnce(20, (index) =>
        guild.run(DECIDE_MEMBERSHIP, { as: ada, variables: { id, accept: index % 2 === 0 } }),
      )
      const reported = responses.flatMap(({ data, errors }) =>
        errors ? [] : [data?.decideMembership],
      )
      expect(reported).toHaveLength(10)
      const { status } = reported[0] as { status: string }
      for (const membership of reported) expect(membership).toMatchObject({ id, status })
      const members = before + (status === 'active' ? 1 : 0)
      expect(await memberCount(asking)).toEqual({ counted: members, listed: members })
    }
  })

  test('Only stewards decide requests', async () => {
    const id = await story.request(grace, asking)
    const member = await story.someone()
    await story.decideMembership(ada, await story.request(member, asking), true)
    for (const as of [grace, member, await story.someone()]) {
      expect(await refusal(as, id)).toEqual(NOT_STEWARD)
    }
  })
})

describe('a rejected person', () => {
  test('A rejected person can ask again, and the old decision stays', async () => {
    const old = await story.request(grace, asking)
    await story.decideMembership(ada, old, false)
    const anew = await story.join(grace, asking)
    expect(anew).toMatchObject({ created: true, membership: { status: 'pending' } })
    expect(anew.membership.id).not.toBe(old)
    expect(await story.join(grace, asking)).toEqual({ ...anew, created: false })
    expect(await story.decideMembership(ada, old, false)).toMatchObject({ status: 'rejected' })
    expect(await story.decideMembership(ada, anew.membership.id, true)).toMatchObject({
      status: 'active',
      organization: { memberCount: 2 },
    })
  })

  test('Concurrent requests of a rejected person make one new request', async () => {
    await story.decideMembership(ada, await story.request(grace, asking), false)
    const results = await atOnce(20, () => story.join(grace, asking))
    expect(results.filter(({ created }) => created)).toHaveLength(1)
  })
})

describe('stewards', () => {
  const refusal = (as: Person, id: string) => guild.refusal(APPOINT, { as, variables: { id } })

  test('Stewards appoint an active member, who then decides as they do', async () => {
    const id = await story.request(grace, asking)
    await story.decideMembership(ada, id, true)
    const appointed = await story.appoint(ada, id)
    expect(appointed).toMatchObject({ id, status: 'active', steward: true })
    expect(await story.appoint(grace, id)).toEqual(appointed)
    const request = await story.request(await story.someone(), asking)
    expect(await story.decideMembership(grace, request, true)).toMatchObject({ status: 'active' })
  })

  test('Stewards of one organization are not stewards of another', async () => {
    const elsewhere = await story.found(grace)
    const id = await story.request(await story.someone(), asking)
    await story.request(ada, elsewhere)
    expect(await refusal(grace, id)).toEqual(NOT_STEWARD)
  })

  test('Stewards can appoint only members', async () => {
    const pending = await story.request(grace, asking)
    const rejected = await story.request(await story.someone(), asking)
    await story.decideMembership(ada, rejected, false)
    for (const id of [pending, rejected]) {
      expect(await refusal(ada, id)).toEqual({
        code: 'VALIDATION_ERROR',
        details: { field: 'membershipId', reason: 'must be that of an active member' },
      })
      expect(await refusal(grace, id)).toEqual(NOT_STEWARD)
    }
  })
})

describe('who sees what', () => {
  const OF_PEOPLE = `query ($of: [_Any!]!) {
    _entities(representations: $of) {
      ... on Identity { memberships { nodes { status organizationId } totalCount } }
    }
  }`
  const OF_ORGANIZATIONS = `query ($of: [_Any!]!) {
    _entities(representations: $of) {
      ... on Organization {
        members { nodes { member { id } } totalCount }
        requests { nodes { status member { id } } totalCount }
      }
    }
  }`
  const entities = async (query: string, __typename: string, ids: string[], who: CallerOptions) => {
    const of = ids.map((id) => ({ __typename, id }))
    return (await guild.ask(query, { service: 'router', ...who, variables: { of } }))._entities
  }

  test('Everybody sees a person’s active memberships, and only the person pending and rejected ones', async () => {
    const refusing = await story.found(ada)
    await story.join(grace, open)
    guild.clock.now = new Date(guild.clock.now.getTime() + 1)
    await story.decideMembership(ada, await story.request(grace, refusing), false)
    guild.clock.now = new Date(guild.clock.now.getTime() + 1)
    await story.request(grace, asking)
    const active = { status: 'active', organizationId: open }
    const every = [
      { status: 'pending', organizationId: asking },
      { status: 'rejected', organizationId: refusing },
      active,
    ]
    const see = (who: CallerOptions) =>
      entities(OF_PEOPLE, 'Identity', [grace.id, 'identity_unknown'], who)
    const nobody = { memberships: { nodes: [], totalCount: 0 } }
    const toOthers = [{ memberships: { nodes: [active], totalCount: 1 } }, nobody]
    expect(await see({ as: grace })).toEqual([
      { memberships: { nodes: every, totalCount: 3 } },
      nobody,
    ])
    expect(await see({ as: ada })).toEqual(toOthers)
    expect(await see({})).toEqual(toOthers)
  })

  test('Everybody sees the members of an organization, and only its stewards the requests', async () => {
    await story.request(grace, asking)
    await story.decideMembership(ada, await story.request(await story.someone(), asking), false)
    const see = (who: CallerOptions) =>
      entities(OF_ORGANIZATIONS, 'Organization', [asking, open], who)
    const members = { nodes: [{ member: { id: ada.id } }], totalCount: 1 }
    const request = { status: 'pending', member: { id: grace.id } }
    expect(await see({ as: ada })).toEqual([
      { members, requests: { nodes: [request], totalCount: 1 } },
      { members, requests: { nodes: [], totalCount: 0 } },
    ])
    for (const who of [{ as: grace }, { as: { id: 'test-client' } }]) {
      expect(await see(who)).toEqual([
        { members, requests: null },
        { members, requests: null },
      ])
    }
    // A service that acts for nobody has no scope and is refused.
    const of = [{ __typename: 'Organization', id: asking }]
    const { errors } = await guild.run(OF_ORGANIZATIONS, { service: 'router', variables: { of } })
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['INVALID_TOKEN'])
  })

  test('Memberships show the same over every path', async () => {
    await story.join(grace, open)
    await story.request(grace, asking)
    const query = `query ($id: ID!) {
      organization(id: $id) {
        requests { totalCount }
        members { nodes { organization { requests { totalCount } } member { memberships { totalCount } } } }
      }
    }`
    const { organization } = await guild.ask(query, { as: ada, variables: { id: open } })
    const own = {
      organization: { requests: { totalCount: 0 } },
      member: { memberships: { totalCount: 2 } },
    }
    expect(organization.requests).toEqual({ totalCount: 0 })
    expect(organization.members.nodes).toHaveLength(2)
    expect(organization.members.nodes).toContainEqual(own)
    expect(organization.members.nodes).toContainEqual({
      ...own,
      member: { memberships: { totalCount: 1 } },
    })
    const seen = await guild.ask(query, { as: grace, variables: { id: open } })
    expect(seen.organization.requests).toBeNull()
    for (const { organization: again } of seen.organization.members.nodes) {
      expect(again).toEqual({ requests: null })
    }
  })
})
