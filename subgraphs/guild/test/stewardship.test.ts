// Stewards resign and are dismissed, and one always remains.
import { beforeEach, expect, test } from 'vitest'
import { duringTests } from '#test/during-tests.ts'
import type { Person } from '#test/subgraph.ts'
import { APPOINT, NOT_STEWARD, POST_ROLE, roleInput } from './story.ts'
import { DISMISS, LAST_STEWARD, LEAVE, RESIGN, startLifeCycles } from './life-cycle.ts'

const story = duringTests(startLifeCycles)

/** Ada and grace are the stewards of an open organization, alan is a member. */
let ada: Person
let grace: Person
let alan: Person
let open: string
let membershipId: string
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
  alan = await story.someone()
  open = await story.found(ada, { openToJoin: true })
  membershipId = await story.enter(grace, open)
  await story.join(alan, open)
  await story.appoint(ada, membershipId)
})

test('A steward who resigns stays a member and decides nothing any more', async () => {
  const resigned = await story.act(grace, RESIGN, { id: open })
  expect(resigned).toMatchObject({
    id: membershipId,
    status: 'active',
    steward: false,
    leftAt: null,
  })
  expect(await story.act(grace, RESIGN, { id: open })).toEqual(resigned)
  expect(await story.membersOf(open)).toEqual({ counted: 3, listed: 3, stewards: 1 })
  const posting = { input: roleInput(open) }
  expect(await story.refusal(grace, POST_ROLE, posting)).toEqual(NOT_STEWARD)
})

test('The last steward cannot resign', async () => {
  await story.act(grace, RESIGN, { id: open })
  expect(await story.refusal(ada, RESIGN, { id: open })).toEqual(LAST_STEWARD)
})

test('a steward dismisses another, once, and may appoint them again', async () => {
  const dismissed = await story.act(ada, DISMISS, { id: membershipId })
  expect(dismissed).toMatchObject({ id: membershipId, status: 'active', steward: false })
  expect(await story.act(ada, DISMISS, { id: membershipId })).toEqual(dismissed)
  expect(await story.refusal(grace, APPOINT, { id: membershipId })).toEqual(NOT_STEWARD)
  expect(await story.appoint(ada, membershipId)).toMatchObject({ steward: true })
})

test('The last steward can dismiss nobody, not even themselves', async () => {
  const { id } = (await story.join(ada, open)).membership
  await story.act(ada, DISMISS, { id: membershipId })
  expect(await story.refusal(ada, DISMISS, { id })).toEqual(LAST_STEWARD)
  expect(await story.refusal(grace, DISMISS, { id })).toEqual(NOT_STEWARD)
})

test('A member can resign without effect, and anybody else gets NOT_FOUND', async () => {
  expect(await story.act(alan, RESIGN, { id: open })).toMatchObject({ steward: false })
  const details = { resource: 'Membership', id: open }
  const gone = { code: 'NOT_FOUND', details }
  expect(await story.refusal(await story.someone(), RESIGN, { id: open })).toEqual(gone)
  await story.act(alan, LEAVE, { id: open })
  expect(await story.refusal(alan, RESIGN, { id: open })).toEqual(gone)
})
