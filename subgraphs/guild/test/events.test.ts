// Who learns of what happens in organizations.
import { beforeEach, expect, test } from 'vitest'
import { numberEvents } from '#foundation/events/numberer.ts'
import { requestOf } from '#test/current-caller.ts'
import { duringTests } from '#test/during-tests.ts'
import { readFromNow } from '#test/event-reader.ts'
import { statementsOf } from '#test/sent-statements.ts'
import type { Person, Request } from '#test/subgraph.ts'
import { DISMISS, HIDE, LEAVE, REASON, startLifeCycles, UNHIDE } from './life-cycle.ts'

const story = duringTests(startLifeCycles)

/** Ada is the steward, grace joins and applies, and alan has nothing to do with them. */
let ada: Person
let grace: Person
let alan: Person
let id: string
let learnedBy: (request: Request) => Promise<string[]>
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
  alan = await story.someone()
  id = await story.found(ada)
  learnedBy = await readFromNow(story.guild, 'guild')
})
const asAdmin = () => ({ as: story.admin, scopes: ['identity', 'admin'] })

test('A request to join is known to its person and the stewards, and a membership to everybody', async () => {
  const membership = await story.request(grace, id)
  expect(await learnedBy({ as: grace })).toEqual(['membership.requested'])
  expect(await learnedBy({ as: ada })).toEqual(['request.received'])
  for (const other of [{ as: alan }, asAdmin()]) expect(await learnedBy(other)).toEqual([])
  await story.decideMembership(ada, membership, true)
  expect(await learnedBy({ as: alan })).toEqual(['member.accepted'])
  expect((await learnedBy({ as: grace })).toSorted()).toEqual([
    'member.accepted',
    'membership.accepted',
    'membership.requested',
  ])
})

test('An application is known to its person and the stewards, not to a client of its own', async () => {
  const role = await story.post(ada, id)
  await story.apply(grace, role)
  expect(await learnedBy({ as: grace })).toEqual(['role.posted', 'application.submitted'])
  expect(await learnedBy({ as: ada })).toEqual(['role.posted', 'applicant.applied'])
  const machine = { as: { id: grace.id, clientId: grace.id } }
  for (const other of [{ as: alan }, asAdmin(), machine]) {
    expect(await learnedBy(other)).toEqual(['role.posted'])
  }
  expect(await learnedBy({ service: 'identity' })).toHaveLength(3)
})

test('Somebody who is no longer a steward learns nothing more, not even of the past', async () => {
  const second = await story.request(alan, id)
  await story.decideMembership(ada, second, true)
  await story.appoint(ada, second)
  await story.request(grace, id)
  expect(await learnedBy({ as: alan })).toContain('request.received')
  await story.act(ada, DISMISS, { id: second })
  expect(await learnedBy({ as: alan })).not.toContain('request.received')
})

test('Nobody learns who was a member', async () => {
  const membership = await story.request(grace, id)
  await story.decideMembership(ada, membership, true)
  await story.act(grace, LEAVE, { id })
  expect(await learnedBy({ as: alan })).toEqual(['member.left'])
  expect(await learnedBy({ as: grace })).toContain('membership.left')
})

test('What happens in a hidden organization is known to its stewards until it is shown again', async () => {
  await story.post(ada, id)
  await story.act(story.admin, HIDE, { input: { id, reason: REASON } })
  await story.post(ada, id)
  expect(await learnedBy({ as: alan })).toEqual([])
  const known = ['role.posted', 'organization.hidden', 'role.posted']
  for (const one of [{ as: ada }, asAdmin()]) expect(await learnedBy(one)).toEqual(known)
  await story.act(story.admin, UNHIDE, { id })
  expect(await learnedBy({ as: alan })).toEqual([
    'role.posted',
    'role.posted',
    'organization.shown',
  ])
})

test('Any number of events takes the same statements', async () => {
  const query = `query ($after: String, $first: Int) {
    guildEvents(after: $after, first: $first, types: ["request.received", "applicant.applied"]) {
      events { type } next
    }
  }`
  const list = async (variables: Record<string, unknown>) =>
    (await story.guild.ask(query, { as: ada, variables })).guildEvents
  const { next: after } = await list({})
  for (let count = 0; count < 20; count += 1) {
    const organization = await story.found(ada, { name: `${count}` })
    await story.request(grace, organization)
    await story.apply(grace, await story.post(ada, organization))
  }
  await numberEvents(story.guild.tables('guild'), () => new Date())
  const statementsFor = async (first: number) => {
    const read = () => requestOf(ada.id).run(() => list({ after, first }))
    const [statements, { events }] = await statementsOf(ada.id, read)
    expect(events).toHaveLength(first)
    return statements.length
  }
  const few = await statementsFor(8)
  expect(await statementsFor(40)).toBe(few)
})
