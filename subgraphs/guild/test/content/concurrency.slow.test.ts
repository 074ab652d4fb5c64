// Content files are applied while people join, apply and retire.
import { expect, test } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { retireOrganizations } from '../../domain/organization.ts'
import { codeOf } from '../administration.ts'
import { APPLY, JOIN, POST_ROLE, roleInput } from '../story.ts'
import { contentStory } from './story.ts'

const guild = testSubgraph('guild')
const { ada, grace, operator, own, db, lists, found, stewards } = contentStory(guild)

test('Pruning an organization and its roles waits for a concurrent retirement without a deadlock', async () => {
  await operator.apply(lists({ steward: 'ada' }))
  const { pruning } = await db()
    .transaction()
    .execute(async (trx) => {
      const row = trx.selectFrom('organizations').select('id').where('id', '=', own.organizationId)
      await row.forNoKeyUpdate().execute()
      const applying = operator.apply({ organizations: [], roles: [] }, true)
      await expect.poll(() => sessionsWaiting(guild.tables('identity'))).toBe(1)
      await retireOrganizations(trx, [own.organizationId], guild.clock.now)
      return { pruning: applying }
    })
  await pruning
  expect(await found()).toMatchObject({
    organization: { retiredAt: guild.clock.now.toISOString() },
    role: { retiredAt: guild.clock.now.toISOString() },
  })
})

test('While content retires an organization, people who join wait and are refused', async () => {
  await operator.apply(lists({ steward: 'ada', openToJoin: true }))
  const { responses } = await db()
    .transaction()
    .execute(async (trx) => {
      await operator.applyIn(trx, { organizations: [], roles: [] }, true)
      const as = grace
      const waiting = Promise.all([
        guild.run(JOIN, { as, variables: { id: own.organizationId } }),
        guild.run(APPLY, { as, variables: { id: own.roleId } }),
        guild.run(POST_ROLE, { as: ada, variables: { input: roleInput(own.organizationId) } }),
      ])
      await expect.poll(() => sessionsWaiting(guild.tables('identity'))).toBe(3)
      return { responses: waiting }
    })
  expect((await responses).map(codeOf)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
})

test('People who join while content makes them stewards cause no deadlock', async () => {
  await operator.apply(lists({ steward: 'ada', openToJoin: true }))
  const responses = await Promise.all([
    ...Array.from({ length: 6 }, () =>
      guild.run(JOIN, { as: grace, variables: { id: own.organizationId } }),
    ),
    operator.apply(lists({ steward: 'grace', openToJoin: true })),
    operator.apply(lists({ steward: 'grace', openToJoin: true })),
  ])
  for (const response of responses) expect(response).not.toHaveProperty('errors')
  expect(await stewards()).toEqual([grace.id, ada.id])
  expect(await found()).toMatchObject({ organization: { memberCount: 2 } })
})
