// People apply for a role, and apply again.
import { expect, test } from 'vitest'
import { atOnce } from '#test/simultaneous.ts'
import { testSubgraph } from '#test/subgraph.ts'
import type { GuildTables } from '../../tables.ts'
import { APPLY, AWAY } from '../story.ts'
import { ROLE_CLOSED, roleOf } from './story.ts'

const guild = testSubgraph('guild')
const { story, ada, grace, role, request, refusal } = roleOf(guild)

test('An application waits for a steward, with or without a message', async () => {
  const message = 'I stop at the first step that halts.'
  expect(await story.apply(grace, role.id, { message })).toEqual({
    created: true,
    application: {
      id: expect.stringMatching(/^application_/) as string,
      roleId: role.id,
      status: 'pending',
      message,
      appliedAt: guild.clock.now.toISOString(),
      role: { openings: 3 },
    },
  })
  for (const input of [undefined, null, {}, { message: null }]) {
    const as = await story.someone()
    const response = await guild.ask(APPLY, { as, variables: { id: role.id, input } })
    expect(response.applyForRole).toMatchObject({ created: true, application: { message: null } })
  }
})

test('Applying requires the level of the role, as Identity has it at that time', async () => {
  const id = await story.post(ada, role.organizationId, { minLevel: 11 })
  const tooLow = (level: number) => ({
    code: 'INSUFFICIENT_PERMISSIONS',
    details: { requiredLevel: 11, level },
  })
  expect(await refusal(grace, id)).toEqual(tooLow(10))
  await story.close(ada, id)
  expect(await refusal(grace, id)).toEqual(tooLow(10))
  const just = await story.post(ada, role.organizationId, { minLevel: 10 })
  expect(await story.apply(grace, just)).toMatchObject({ created: true })
})

test('Applying for a role without openings is refused', async () => {
  await story.close(ada, role.id)
  expect(await refusal(grace, role.id)).toEqual(ROLE_CLOSED)
})

test('Applying again returns the existing application, even if the role has changed', async () => {
  const first = await story.apply(grace, role.id, { message: 'once' })
  expect(await story.apply(grace, role.id, { message: 'twice' })).toEqual({
    ...first,
    created: false,
  })
  await story.close(ada, role.id)
  await guild
    .tables<GuildTables>('guild')
    .updateTable('roles')
    .set({ minLevel: 50 })
    .where('id', '=', role.id)
    .execute()
  await guild.stopService('identity')
  expect(await story.apply(grace, role.id)).toMatchObject({
    created: false,
    application: { id: first.application.id, message: 'once' },
  })
  await guild.startService('identity')
})

test('Applying again returns an accepted application', async () => {
  const id = await request(grace)
  await story.decideApplication(ada, id, true)
  expect(await story.apply(grace, role.id)).toMatchObject({
    created: false,
    application: { id, status: 'accepted' },
  })
})

test('Twenty concurrent requests make one application', async () => {
  const results = await atOnce(20, () => story.apply(grace, role.id))
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

test('Applying is refused to a person whom Identity does not know', async () => {
  expect(await refusal({ id: 'identity_unknown' }, role.id)).toEqual({
    code: 'NOT_FOUND',
    details: { resource: 'Identity', id: 'identity_unknown' },
  })
})

test('Applying while Identity is away is refused and stores nothing', async () => {
  await guild.stopService('identity')
  expect(await refusal(grace, role.id)).toEqual(AWAY)
  await guild.startService('identity')
  expect(await story.apply(grace, role.id)).toMatchObject({ created: true })
})

test('A rejected person can apply again, by the current rules', async () => {
  const old = await request(grace)
  await story.decideApplication(ada, old, false)
  const anew = await story.apply(grace, role.id, { message: 'Please.' })
  expect(anew).toMatchObject({ created: true, application: { status: 'pending' } })
  expect(anew.application.id).not.toBe(old)
  expect(await story.apply(grace, role.id)).toEqual({ ...anew, created: false })
  expect(await story.decideApplication(ada, old, false)).toMatchObject({ status: 'rejected' })
  await story.decideApplication(ada, anew.application.id, false)
  await story.close(ada, role.id)
  expect(await refusal(grace, role.id)).toEqual(ROLE_CLOSED)
})
