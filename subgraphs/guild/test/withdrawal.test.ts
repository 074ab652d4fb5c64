// Withdrawing an application, and the openings of closed, full and reopened roles.
import { beforeEach, describe, expect, test } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import { duringTests } from '#test/during-tests.ts'
import type { Person } from '#test/subgraph.ts'
import { administer, UPDATE_ROLE } from './administration.ts'
import { DECIDE_APPLICATION, NOT_STEWARD } from './story.ts'
import {
  DISMISS_FROM_ROLE,
  EDIT_ORGANIZATION,
  EDIT_ROLE,
  later,
  LEAVE,
  REOPEN,
  startLifeCycles,
  WITHDRAW,
} from './life-cycle.ts'

const story = duringTests(startLifeCycles)

/** Ada is steward of an organization with a role for one person, for which grace has applied. */
let ada: Person
let grace: Person
let organizationId: string
let role: string
let applicationId: string
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
  organizationId = await story.found(ada)
  role = await story.post(ada, organizationId, { openings: 1 })
  applicationId = (await story.apply(grace, role, { message: 'I would.' })).application.id
})

const openRoles = async () => {
  const query = '{ roles(first: 100) { nodes { id } totalCount } }'
  const { roles } = await story.guild.ask(query, { as: ada })
  const isListed = roles.nodes.some(({ id }: { id: string }) => id === role)
  return { isListed, totalCount: roles.totalCount as number }
}

describe('withdrawing', () => {
  test('Withdrawing ends a pending application, and repeating it returns the same record', async () => {
    const withdrawnAt = later(story)
    const withdrawn = await story.act(grace, WITHDRAW, { id: role })
    expect(withdrawn).toEqual({
      id: applicationId,
      status: 'pending',
      message: 'I would.',
      withdrawnAt,
      role: { id: role, openings: 1 },
    })
    later(story)
    expect(await story.act(grace, WITHDRAW, { id: role })).toEqual(withdrawn)
    const details = { resource: 'Application', id: applicationId }
    const accepting = { id: applicationId, accept: true }
    expect(await story.refusal(ada, DECIDE_APPLICATION, accepting)).toEqual({
      code: 'NOT_FOUND',
      details,
    })
  })

  test('Withdrawing an accepted application gives up the role and frees its opening', async () => {
    await story.decideApplication(ada, applicationId, true)
    const { isListed, totalCount } = await openRoles()
    expect(isListed).toBe(false)
    expect(await story.act(grace, WITHDRAW, { id: role })).toMatchObject({
      status: 'accepted',
      role: { openings: 1 },
    })
    expect(await openRoles()).toEqual({ isListed: true, totalCount: totalCount + 1 })
  })

  test.each(['a steward', 'an administrator'])(
    'Withdrawing frees no opening in a role that %s has closed',
    async (who) => {
      await story.decideApplication(ada, applicationId, true)
      const act = administer(story.guild, story.admin)
      if (who === 'a steward') await story.close(ada, role)
      else {
        await act(UPDATE_ROLE, { input: { id: role, openings: 2 } })
        await act(UPDATE_ROLE, { input: { id: role, openings: 0 } })
      }
      expect(await story.act(grace, WITHDRAW, { id: role })).toMatchObject({
        role: { openings: 0 },
      })
    },
  )

  test('Applying after withdrawing makes a new application', async () => {
    await story.act(grace, WITHDRAW, { id: role })
    const again = await story.apply(grace, role)
    expect(again).toMatchObject({
      created: true,
      application: { status: 'pending', message: null },
    })
    expect(again.application.id).not.toBe(applicationId)
  })

  test.each(['withdrawing', 'leaving'])(
    '%s waits for who is applying for the role',
    async (how) => {
      await story.decideMembership(ada, await story.request(grace, organizationId), true)
      const response = await story
        .db()
        .transaction()
        .execute(async (trx) => {
          await trx.selectFrom('roles').select('id').where('id', '=', role).forShare().execute()
          const [mutation, id] = how === 'leaving' ? [LEAVE, organizationId] : [WITHDRAW, role]
          const waiting = story.act(grace, mutation, { id })
          await expect.poll(() => sessionsWaiting(story.guild.tables('identity'))).toBe(1)
          return { waiting }
        })
      await response.waiting
      const { statuses } = await story.applicationsFor(role)
      expect(statuses).toEqual([])
    },
  )

  test('Withdrawing without an application, or with a rejected one, is not found', async () => {
    await story.decideApplication(ada, applicationId, false)
    const gone = { code: 'NOT_FOUND', details: { resource: 'Application', id: role } }
    for (const as of [grace, ada]) {
      expect(await story.refusal(as, WITHDRAW, { id: role })).toEqual(gone)
    }
  })
})

describe('dismissing from a role', () => {
  test('Dismissing ends the accepted application of a non-member, and repeating it returns the same record', async () => {
    const accepted = await story.decideApplication(ada, applicationId, true)
    const withdrawnAt = later(story)
    const dismissed = await story.act(ada, DISMISS_FROM_ROLE, { id: applicationId })
    expect(dismissed).toEqual({
      id: applicationId,
      status: accepted.status,
      message: 'I would.',
      withdrawnAt,
      role: { id: role, openings: 1 },
    })
    later(story)
    expect(await story.act(ada, DISMISS_FROM_ROLE, { id: applicationId })).toEqual(dismissed)
    expect(await story.applicationsFor(role)).toEqual({ openings: 1, statuses: [] })
    expect(await story.apply(grace, role)).toMatchObject({ created: true })
  })

  test('Dismissing frees no opening in a role that a steward has closed', async () => {
    await story.decideApplication(ada, applicationId, true)
    await story.close(ada, role)
    expect(await story.act(ada, DISMISS_FROM_ROLE, { id: applicationId })).toMatchObject({
      role: { openings: 0 },
    })
  })

  test('Only stewards can dismiss, and only people who were accepted', async () => {
    const id = applicationId
    expect(await story.refusal(grace, DISMISS_FROM_ROLE, { id })).toEqual(NOT_STEWARD)
    const notAccepted = {
      code: 'VALIDATION_ERROR',
      details: { field: 'applicationId', reason: 'must be that of an accepted application' },
    }
    expect(await story.refusal(ada, DISMISS_FROM_ROLE, { id })).toEqual(notAccepted)
    await story.decideApplication(ada, id, false)
    expect(await story.refusal(ada, DISMISS_FROM_ROLE, { id })).toEqual(notAccepted)
  })
})

describe('reopening', () => {
  const reopening = (openings = 2) => ({ input: { roleId: role, openings } })

  test('Reopening gives a closed or full role openings again', async () => {
    await story.close(ada, role)
    expect(await story.act(ada, REOPEN, reopening())).toEqual({ id: role, openings: 2 })
    expect((await openRoles()).isListed).toBe(true)
    await story.decideApplication(ada, applicationId, true)
    expect(await story.act(grace, WITHDRAW, { id: role })).toMatchObject({ role: { openings: 2 } })
  })

  test('Reopening a role with openings is refused, and so is anybody but its stewards', async () => {
    expect(await story.refusal(ada, REOPEN, reopening())).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'ROLE_OPEN', openings: 1 },
    })
    expect(await story.refusal(grace, REOPEN, reopening())).toEqual(NOT_STEWARD)
    expect(await story.refusal(ada, REOPEN, reopening(0))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'openings', reason: 'must be from 1 to 1000' },
    })
  })
})

describe('editing', () => {
  const EDITS = [
    [
      EDIT_ORGANIZATION,
      () => organizationId,
      'Organization',
      { name: 'Society', openToJoin: true },
    ],
    [EDIT_ROLE, () => role, 'Role', { title: 'Reader', minLevel: 4 }],
  ] as const

  test.each(EDITS)(
    '%s changes what is sent, and nothing else',
    async (mutation, id, _, changes) => {
      const before = await story.act(ada, mutation, { input: { id: id() } })
      const edited = await story.act(ada, mutation, {
        input: { id: id(), ...changes, description: null },
      })
      expect(edited).toEqual({ ...before, ...changes })
      expect(await story.act(ada, mutation, { input: { id: id() } })).toEqual(edited)
    },
  )

  test.each(EDITS)(
    '%s is for stewards, and refused for what is retired',
    async (mutation, id, resource) => {
      expect(await story.refusal(grace, mutation, { input: { id: id() } })).toEqual(NOT_STEWARD)
      const table = resource === 'Role' ? 'roles' : 'organizations'
      const retired = { retiredAt: story.guild.clock.now }
      await story.db().updateTable(table).set(retired).where('id', '=', id()).execute()
      for (const as of [ada, grace]) {
        expect(await story.refusal(as, mutation, { input: { id: id() } })).toEqual({
          code: 'NOT_FOUND',
          details: { resource, id: id() },
        })
      }
    },
  )
})
