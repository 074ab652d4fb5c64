// Races of two people in the life cycle of memberships and roles: each ends consistently, whoever comes first.
import { expect, test } from 'vitest'
import { duringTests } from '#test/during-tests.ts'
import { rounds } from '#test/rounds.ts'
import { codeOf } from './administration.ts'
import { APPLY, APPOINT, CLOSE_ROLE, DECIDE_APPLICATION, DECIDE_MEMBERSHIP, JOIN } from './story.ts'
import {
  DISMISS,
  DISMISS_FROM_ROLE,
  HIDE,
  LEAVE,
  REASON,
  REMOVE,
  REOPEN,
  RESIGN,
  WITHDRAW,
  startLifeCycles,
  type LifeCycles,
} from './life-cycle.ts'

const story = duringTests(startLifeCycles)

type Race = (story: LifeCycles) => Promise<void>
type OperationResult = Awaited<ReturnType<LifeCycles['run']>>

/** The reason or code of a refusal; undefined for a success. */
function refusalOf(response: OperationResult): unknown {
  const details = response.errors?.[0]?.extensions?.details as { reason?: string } | undefined
  return details?.reason ?? codeOf(response)
}

/** An open organization with two stewards, and a member. */
async function two(story: LifeCycles) {
  const [ada, grace, alan] = [await story.someone(), await story.someone(), await story.someone()]
  const id = await story.found(ada, { openToJoin: true })
  const adas = await story.enter(ada, id)
  const graces = await story.enter(grace, id)
  const alans = await story.enter(alan, id)
  await story.appoint(ada, graces)
  return { ada, grace, alan, id, adas, graces, alans }
}

/** A role of one opening, with an application for it. */
async function applied(story: LifeCycles) {
  const [ada, grace] = [await story.someone(), await story.someone()]
  const organizationId = await story.found(ada)
  const role = await story.post(ada, organizationId, { openings: 1 })
  const { id } = (await story.apply(grace, role)).application
  return { ada, grace, role, id }
}

const RACES: Record<string, Race> = {
  async 'two stewards dismiss each other, and one stays'(story) {
    const { ada, grace, id, adas, graces } = await two(story)
    const responses = await Promise.all([
      story.run(ada, DISMISS, { id: graces }),
      story.run(grace, DISMISS, { id: adas }),
    ])
    expect(new Set(responses.map(refusalOf))).toEqual(new Set(['not_steward', undefined]))
    expect(await story.membersOf(id)).toEqual({ counted: 3, listed: 3, stewards: 1 })
  },

  async 'two stewards go, one by leaving and one by resigning, and one stays'(story) {
    const { ada, grace, id } = await two(story)
    const responses = await Promise.all([
      story.run(ada, LEAVE, { id }),
      story.run(grace, RESIGN, { id }),
    ])
    expect(new Set(responses.map(refusalOf))).toEqual(new Set(['LAST_STEWARD', undefined]))
    const members = refusalOf(responses[0]) === undefined ? 2 : 3
    expect(await story.membersOf(id)).toEqual({ counted: members, listed: members, stewards: 1 })
  },

  async 'a member leaves while being appointed'(story) {
    const { ada, alan, id, alans } = await two(story)
    const [left, appointed] = await Promise.all([
      story.run(alan, LEAVE, { id }),
      story.run(ada, APPOINT, { id: alans }),
    ])
    expect(refusalOf(left)).toBeUndefined()
    expect([undefined, 'must be that of an active member', 'NOT_FOUND']).toContain(
      refusalOf(appointed),
    )
    expect(await story.membersOf(id)).toEqual({ counted: 2, listed: 2, stewards: 2 })
  },

  async 'a steward leaves while being the one who appoints the next'(story) {
    const { ada, grace, alan, id, alans } = await two(story)
    await story.act(grace, RESIGN, { id })
    const [left, appointed] = await Promise.all([
      story.run(ada, LEAVE, { id }),
      story.run(ada, APPOINT, { id: alans }),
    ])
    expect([undefined, 'LAST_STEWARD']).toContain(refusalOf(left))
    expect(refusalOf(appointed)).toBeUndefined()
    const { stewards } = await story.membersOf(id)
    expect(stewards).toBe(refusalOf(left) === undefined ? 1 : 2)
    expect(await story.act(alan, APPOINT, { id: alans })).toMatchObject({ steward: true })
  },

  async 'a member is removed while leaving, once'(story) {
    const { ada, alan, id, alans } = await two(story)
    const responses = await Promise.all([
      story.run(alan, LEAVE, { id }),
      story.run(ada, REMOVE, { id: alans }),
      story.run(alan, LEAVE, { id }),
    ])
    expect(responses.map(refusalOf)).toEqual([undefined, undefined, undefined])
    expect(await story.membersOf(id)).toEqual({ counted: 2, listed: 2, stewards: 2 })
  },

  async 'a request is withdrawn while it is decided'(story) {
    const [ada, grace] = [await story.someone(), await story.someone()]
    const id = await story.found(ada)
    const request = await story.request(grace, id)
    const [left, decided] = await Promise.all([
      story.run(grace, LEAVE, { id }),
      story.run(ada, DECIDE_MEMBERSHIP, { id: request, accept: Math.random() < 0.5 }),
    ])
    // NOT_FOUND if the application was rejected first.
    expect([undefined, 'NOT_FOUND']).toContain(refusalOf(left))
    expect([undefined, 'NOT_FOUND']).toContain(refusalOf(decided))
    expect(await story.membersOf(id)).toEqual({ counted: 1, listed: 1, stewards: 1 })
  },

  async 'somebody leaves and joins many times at once'(story) {
    const { alan, id } = await two(story)
    const responses = await Promise.all(
      [LEAVE, JOIN, LEAVE, JOIN, JOIN, LEAVE].map((mutation) => story.run(alan, mutation, { id })),
    )
    expect(responses.map(refusalOf)).toEqual(Array(6).fill(undefined))
    const { counted, listed } = await story.membersOf(id)
    expect(counted).toBe(listed)
    expect([2, 3]).toContain(listed)
  },

  async 'people join while the organization is hidden'(story) {
    const { id } = await two(story)
    const people = [await story.someone(), await story.someone(), await story.someone()]
    const [hidden, ...joined] = await Promise.all([
      story.run(story.admin, HIDE, { input: { id, reason: REASON } }),
      ...people.map((as) => story.run(as, JOIN, { id })),
    ])
    expect(refusalOf(hidden)).toBeUndefined()
    for (const response of joined) expect([undefined, 'NOT_FOUND']).toContain(refusalOf(response))
    const { counted, listed } = await story.membersOf(id)
    expect(counted).toBe(listed)
    expect(await story.refusal(people[0]!, JOIN, { id })).toMatchObject({ code: 'NOT_FOUND' })
  },

  async 'people apply while the organization is hidden'(story) {
    const { ada, id } = await two(story)
    const role = await story.post(ada, id)
    const people = [await story.someone(), await story.someone()]
    const [, posted, ...others] = await Promise.all([
      story.run(story.admin, HIDE, { input: { id, reason: REASON } }),
      story.post(ada, id),
      ...people.map((as) => story.run(as, APPLY, { id: role })),
    ])
    for (const response of others) expect([undefined, 'NOT_FOUND']).toContain(refusalOf(response))
    const query = '{ roles(first: 100) { nodes { id } } }'
    const { roles } = await story.guild.ask(query, { as: ada })
    expect(roles.nodes).not.toContainEqual({ id: posted })
    expect(roles.nodes).not.toContainEqual({ id: role })
  },

  async 'an application is withdrawn while it is accepted'(story) {
    const { ada, grace, role, id } = await applied(story)
    const [withdrawn, accepted] = await Promise.all([
      story.run(grace, WITHDRAW, { id: role }),
      story.run(ada, DECIDE_APPLICATION, { id, accept: true }),
    ])
    expect(refusalOf(withdrawn)).toBeUndefined()
    expect([undefined, 'NOT_FOUND']).toContain(refusalOf(accepted))
    expect(await story.applicationsFor(role)).toEqual({ openings: 1, statuses: [] })
  },

  async 'somebody gives up a role while being dismissed from it, once'(story) {
    const { ada, grace, role, id } = await applied(story)
    await story.decideApplication(ada, id, true)
    const responses = await Promise.all([
      story.run(ada, DISMISS_FROM_ROLE, { id }),
      story.run(grace, WITHDRAW, { id: role }),
      story.run(ada, DISMISS_FROM_ROLE, { id }),
    ])
    expect(responses.map(refusalOf)).toEqual([undefined, undefined, undefined])
    expect(await story.applicationsFor(role)).toEqual({ openings: 1, statuses: [] })
  },

  async 'somebody withdraws and applies many times at once'(story) {
    const { grace, role } = await applied(story)
    const responses = await Promise.all(
      [APPLY, WITHDRAW, APPLY, APPLY, WITHDRAW, APPLY, WITHDRAW].map((mutation) =>
        story.run(grace, mutation, { id: role }),
      ),
    )
    expect(responses.map(refusalOf)).toEqual(Array(7).fill(undefined))
    const { openings, statuses } = await story.applicationsFor(role)
    expect(openings).toBe(1)
    expect(statuses.length).toBeLessThanOrEqual(1)
  },

  async 'somebody leaves while applying many times'(story) {
    const { ada, alan, id } = await two(story)
    const role = await story.post(ada, id)
    await story.apply(alan, role)
    const responses = await Promise.all([
      ...[APPLY, APPLY, APPLY].map((mutation) => story.run(alan, mutation, { id: role })),
      story.run(alan, LEAVE, { id }),
      ...[APPLY, APPLY].map((mutation) => story.run(alan, mutation, { id: role })),
    ])
    expect(responses.map(refusalOf)).toEqual(Array(6).fill(undefined))
    expect((await story.applicationsFor(role)).statuses.length).toBeLessThanOrEqual(1)
  },

  async 'a role is closed and reopened while applications are accepted'(story) {
    const { ada, role, id } = await applied(story)
    const alan = await story.someone()
    const other = (await story.apply(alan, role)).application.id
    const [closed, reopened, ...accepted] = await Promise.all([
      story.run(ada, CLOSE_ROLE, { id: role }),
      story.run(ada, REOPEN, { input: { roleId: role, openings: 1 } }),
      story.run(ada, DECIDE_APPLICATION, { id, accept: true }),
      story.run(ada, DECIDE_APPLICATION, { id: other, accept: true }),
    ])
    expect(refusalOf(closed)).toBeUndefined()
    expect([undefined, 'ROLE_OPEN']).toContain(refusalOf(reopened))
    for (const response of accepted)
      expect([undefined, 'ROLE_CLOSED']).toContain(refusalOf(response))
    const { openings, statuses } = await story.applicationsFor(role)
    const taken = statuses.filter((status) => status === 'accepted').length
    expect(taken).toBe(accepted.filter((response) => refusalOf(response) === undefined).length)
    expect(taken + openings).toBeLessThanOrEqual(refusalOf(reopened) === undefined ? 2 : 1)
  },

  async 'somebody leaves while their application is accepted'(story) {
    const { ada, alan, id } = await two(story)
    const role = await story.post(ada, id, { openings: 1 })
    const { application } = await story.apply(alan, role)
    const responses = await Promise.all([
      story.run(alan, LEAVE, { id }),
      story.run(ada, DECIDE_APPLICATION, { id: application.id, accept: true }),
    ])
    expect(refusalOf(responses[0])).toBeUndefined()
    expect([undefined, 'NOT_FOUND']).toContain(refusalOf(responses[1]))
    expect(await story.applicationsFor(role)).toEqual({ openings: 1, statuses: [] })
  },
}

test.each(Object.entries(RACES))('%s', async (_name, race) => {
  for (let round = 0; round < rounds(3, 20); round += 1) await race(story)
})
