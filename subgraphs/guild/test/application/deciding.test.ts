// Stewards decide applications, which take openings.
import { expect, test } from 'vitest'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { CLOSE_ROLE, DECIDE_APPLICATION, NOT_STEWARD } from '../story.ts'
import { ROLE_CLOSED, roleOf } from './story.ts'

const guild = testSubgraph('guild')
const { story, ada, grace, role, request, openingsOf } = roleOf(guild)

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
    expect(await openingsOf(role.id)).toBe(openings)
  },
)

test('Of twenty concurrent acceptances for three openings, three succeed', async () => {
  const ids = await atOnce(20, async () => request(await story.someone()))
  const responses = await Promise.all(
    ids.map((id) => guild.run(DECIDE_APPLICATION, { as: ada, variables: { id, accept: true } })),
  )
  expect(refusalsOf(responses)).toEqual(Array.from({ length: 17 }, () => ROLE_CLOSED))
  expect(await openingsOf(role.id)).toBe(0)
  const query = `query ($id: ID!) { role(id: $id) { applications { nodes { status } } } }`
  const { nodes } = (await guild.ask(query, { as: ada, variables: { id: role.id } })).role
    .applications as { nodes: { status: string }[] }
  const counted = Map.groupBy(nodes, ({ status }) => status)
  expect([counted.get('accepted')?.length, counted.get('pending')?.length]).toEqual([3, 17])
})

test('Accepting one application twenty times at once takes one opening', async () => {
  const id = await request(grace)
  for (const decided of await atOnce(20, () => story.decideApplication(ada, id, true))) {
    expect(decided).toMatchObject({ id, status: 'accepted' })
  }
  expect(await openingsOf(role.id)).toBe(2)
})

test('Accepting while the role is closed leaves no opening and exceeds none', async () => {
  const ids = await atOnce(6, async () => request(await story.someone()))
  const accepting = ids.map((id) =>
    guild.run(DECIDE_APPLICATION, { as: ada, variables: { id, accept: true } }),
  )
  const closing = guild.run(CLOSE_ROLE, { as: ada, variables: { id: role.id } })
  const responses = await Promise.all(accepting)
  expect((await closing).data).toEqual({ closeRole: { id: role.id, openings: 0 } })
  expect(await openingsOf(role.id)).toBe(0)
  const refusals = refusalsOf(responses)
  expect(refusals.length).toBeGreaterThanOrEqual(3)
  expect(refusals).toEqual(refusals.map(() => ROLE_CLOSED))
})

test('An application for a closed role can only be rejected', async () => {
  const id = await request(grace)
  await story.close(ada, role.id)
  expect(await decideRefusal(ada, id)).toEqual(ROLE_CLOSED)
  expect(await story.decideApplication(ada, id, false)).toMatchObject({ status: 'rejected' })
})

test('Only stewards of the organization decide an application', async () => {
  const id = await request(grace)
  await story.found(grace)
  for (const as of [grace, await story.someone()]) {
    expect(await decideRefusal(as, id)).toEqual(NOT_STEWARD)
  }
})
