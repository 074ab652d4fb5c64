// What the guild exports about a person, and what is left of them and their organizations after they are erased.
import { beforeEach, describe, expect, test } from 'vitest'
import { ECOSYSTEM_ID, newId } from '#foundation/domain/ids.ts'
import { contentOf } from '#test/content.ts'
import { duringTests } from '#test/during-tests.ts'
import {
  cutOff,
  expectKeptTotal,
  rowsWith,
  suffixOf,
  wordOf,
  countErasureEvents,
} from '#test/erasure.ts'
import type { Person } from '#test/subgraph.ts'
import { guild as subgraph } from '../subgraph.ts'
import { HIDE, later, LEAVE, REASON, startLifeCycles, WITHDRAW } from './life-cycle.ts'
import { DECIDE_APPLICATION, DECIDE_MEMBERSHIP } from './story.ts'

const story = duringTests(startLifeCycles)

let ada: Person
let grace: Person
let alan: Person
beforeEach(async () => {
  ;[ada, grace, alan] = [await story.someone(), await story.someone(), await story.someone()]
})

const erase = (person: Person) => story.guild.erasePerson(person)
const erased = (person: Person) =>
  rowsWith(story.guild, 'guild', [suffixOf(person), wordOf(person.username)])
const organizationOf = (id: string) =>
  story
    .db()
    .selectFrom('organizations')
    .select(['retiredAt', 'hiddenReason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const stewardsOf = async (id: string) => {
  const rows = await story
    .db()
    .selectFrom('memberships')
    .select('identityId')
    .where('organizationId', '=', id)
    .where('steward', '=', true)
    .execute()
  return rows.map(({ identityId }) => identityId)
}

/** Gives Ada every relation to the guild: member, steward, rejected, pending and former. */
async function liveIn() {
  const open = await story.found(grace, { name: 'Open', openToJoin: true })
  await story.enter(ada, open)
  const role = await story.post(grace, open, { title: 'Reader', openings: 1 })
  const { application } = await story.apply(ada, role, { message: `From ${ada.username}.` })
  await story.decideApplication(grace, application.id, true)
  const closed = await story.found(grace, { name: 'Closed' })
  await story.request(ada, closed)
  const elsewhere = await story.post(grace, closed, { title: 'Warden', openings: 1 })
  const foreign = await story.apply(ada, elsewhere)
  await story.decideApplication(grace, foreign.application.id, true)
  const strict = await story.found(grace, { name: 'Strict' })
  await story.decideMembership(grace, await story.request(ada, strict), false)
  const left = await story.found(grace, { name: 'Left', openToJoin: true })
  await story.enter(ada, left)
  await story.act(ada, LEAVE, { id: left })
  const given = await story.post(grace, left, { title: 'Given up' })
  await story.apply(ada, given)
  await story.act(ada, WITHDRAW, { id: given })
  const own = await story.found(ada, { name: 'Own' })
  return { open, role, closed, elsewhere, own }
}

test('A person exports their past and present memberships, roles, requests and applications', async () => {
  await liveIn()
  await liveIn()
  const exported = await story.guild.exportPerson(ada)
  const named = (rows: { organization?: string; role?: string; status: string }[] = []) =>
    new Set(rows.map(({ organization, role, status }) => `${organization ?? role}: ${status}`))
  expect(named(exported.memberships)).toEqual(
    new Set(['Open: active', 'Closed: pending', 'Strict: rejected', 'Own: active']),
  )
  expect(named(exported['former-memberships'])).toEqual(new Set(['Left: active']))
  expect(named(exported.applications)).toEqual(new Set(['Reader: accepted', 'Warden: accepted']))
  expect(named(exported['withdrawn-applications'])).toEqual(new Set(['Given up: pending']))
  expect(exported.applications).toContainEqual(
    expect.objectContaining({ message: `From ${ada.username}.` }),
  )
})

describe('once a person is erased', () => {
  test('After an interrupted erasure is repeated, nothing names the person, and counts and openings are right', async () => {
    const { open, role, closed, elsewhere } = await liveIn()
    const lock = `select from roles where id = '${elsewhere}' for update`
    await cutOff(story.guild, 'guild', lock, () => erase(ada))
    expect(await erased(ada)).not.toEqual([])
    await erase(ada)
    await erase(ada)
    expect(await erased(ada)).toEqual([])
    expect(await countErasureEvents(story.guild, 'guild', ada)).toBe(1)
    expect(await story.membersOf(open)).toEqual({ counted: 1, listed: 1, stewards: 1 })
    expect(await story.membersOf(closed)).toEqual({ counted: 1, listed: 1, stewards: 1 })
    expect(await story.applicationsFor(role)).toEqual({ openings: 1, statuses: [] })
    expect(await story.applicationsFor(elsewhere)).toEqual({ openings: 1, statuses: [] })
    const shown = 'retired_at is null and hidden_at is null'
    await expectKeptTotal(story.guild, 'guild', 'organizations', shown)
    await expectKeptTotal(story.guild, 'guild', 'roles', `openings > 0 and ${shown}`)
  })

  test('An organization with another steward stays as it was after an erasure', async () => {
    const id = await story.found(ada, { openToJoin: true })
    await story.enter(grace, id)
    await story.appoint(ada, await story.enter(alan, id))
    await erase(ada)
    expect(await stewardsOf(id)).toEqual([alan.id])
    expect(await story.membersOf(id)).toEqual({ counted: 2, listed: 2, stewards: 1 })
  })

  test('When the last steward is erased, the longest-standing member becomes a steward', async () => {
    const id = await story.found(ada, { openToJoin: true })
    later(story)
    await story.enter(grace, id)
    later(story)
    await story.enter(alan, id)
    await erase(ada)
    expect(await stewardsOf(id)).toEqual([grace.id])
    expect(await story.membersOf(id)).toEqual({ counted: 2, listed: 2, stewards: 1 })
  })

  test('When the last steward is erased, an organization without members is retired with its roles', async () => {
    const id = await story.found(ada)
    const role = await story.post(ada, id)
    await story.request(grace, id)
    await erase(ada)
    expect(await organizationOf(id)).toMatchObject({ retiredAt: story.guild.clock.now })
    expect(await story.membersOf(id)).toEqual({ counted: 0, listed: 0, stewards: 0 })
    const roles = story.db().selectFrom('roles').select('retiredAt').where('id', '=', role)
    expect(await roles.execute()).toEqual([{ retiredAt: story.guild.clock.now }])
  })

  test('When the last steward is erased, an organization from a content file goes to the system', async () => {
    const key = `k${crypto.randomUUID().slice(0, 8)}`
    const operator = contentOf(subgraph, story.guild, { ada: ada.id })
    const about = { name: 'Wardens', description: 'D', house: 'Ember', openToJoin: false }
    await operator.apply({ organizations: [{ key, ...about, steward: 'ada' }] })
    const { id } = await story
      .db()
      .selectFrom('organizations')
      .select('id')
      .where('contentKey', '=', key)
      .executeTakeFirstOrThrow()
    await erase(ada)
    expect(await stewardsOf(id)).toEqual([ECOSYSTEM_ID])
    expect(await organizationOf(id)).toMatchObject({ retiredAt: null })
    expect(await story.membersOf(id)).toEqual({ counted: 1, listed: 1, stewards: 1 })
  })

  test('A hidden organization stays hidden when its steward is erased', async () => {
    const id = await story.found(ada, { openToJoin: true })
    await story.enter(grace, id)
    await story.act(story.admin, HIDE, { input: { id, reason: REASON } })
    await erase(ada)
    expect(await organizationOf(id)).toEqual({ retiredAt: null, hiddenReason: REASON })
  })

  test('No content file makes an erased person a member again', async () => {
    const id = await story.found(grace)
    await erase(ada)
    const row = {
      id: newId('membership'),
      organizationId: id,
      identityId: ada.id,
      status: 'active' as const,
      requestedAt: new Date(),
    }
    const inserting = story.db().insertInto('memberships').values(row).execute()
    await expect(inserting).rejects.toThrow('This person has left.')
  })
})

describe('while a person is erased', () => {
  test('Accepting the request of a person who is being erased leaves no membership', async () => {
    for (let round = 0; round < 5; round += 1) {
      const asking = await story.someone()
      const id = await story.found(grace)
      const request = await story.request(asking, id)
      await Promise.all([
        erase(asking),
        story.run(grace, DECIDE_MEMBERSHIP, { id: request, accept: round % 2 === 0 }),
      ])
      expect(await erased(asking)).toEqual([])
      expect(await story.membersOf(id)).toEqual({ counted: 1, listed: 1, stewards: 1 })
    }
  })

  test('Accepting the application of a person who is being erased leaves the opening', async () => {
    for (let round = 0; round < 5; round += 1) {
      const asking = await story.someone()
      const role = await story.post(grace, await story.found(grace), { openings: 1 })
      const { id } = (await story.apply(asking, role)).application
      await Promise.all([erase(asking), story.run(grace, DECIDE_APPLICATION, { id, accept: true })])
      expect(await erased(asking)).toEqual([])
      expect(await story.applicationsFor(role)).toEqual({ openings: 1, statuses: [] })
    }
  })

  test('All members can be erased at once, and the organization is retired', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = [await story.someone(), await story.someone(), await story.someone()]
      const id = await story.found(people[0]!, { openToJoin: true })
      for (const person of people.slice(1)) await story.enter(person, id)
      await Promise.all(people.map(erase))
      expect((await organizationOf(id)).retiredAt).not.toBeNull()
      expect(await story.membersOf(id)).toEqual({ counted: 0, listed: 0, stewards: 0 })
    }
  })

  test('Two processes can erase a person at once', async () => {
    const { open } = await liveIn()
    await Promise.all([erase(ada), erase(ada)])
    expect(await erased(ada)).toEqual([])
    expect(await story.membersOf(open)).toEqual({ counted: 1, listed: 1, stewards: 1 })
  })
})
