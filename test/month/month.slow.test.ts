// A month in production, from an empty database: by documented commands, pages, GraphQL and REST alone, with
// the limits of production and a clock that is set forward. Each test is a chapter and continues the one
// before; the last ones read the books.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectGoldConserved, readBooks } from '#test/books.ts'
import { PROCESS_TEST_MS } from '#test/process.ts'
import {
  dayOfLevel,
  expectGoldExplained,
  expectStatements,
  expectTreasuryOwes,
  expectXpExplained,
} from './books.ts'
import { expectMembersCounted, expectTradesMatch, expectVotesCounted } from './counts.ts'
import {
  cancelProposal,
  expectClosed,
  expectTooEarly,
  levelOf,
  propose,
  titlesOf,
  voteAll,
} from './governance.ts'
import { found, handOver, join, postRole, runByRequest } from './guild.ts'
import { enroll, findCourses, leaveAndReturn, takeCourse } from './learning.ts'
import { buy, findOffer, list, trade } from './market.ts'
import { expectReasonKnown, hide, hideByMistake, moderationsOf, retire } from './moderation.ts'
import { applyContent, becomeAdministrator, retireQuestByFile } from './operator.ts'
import { signUpThirty } from './people.ts'
import { startProduction, type Production } from './production.ts'
import { completeOpenQuests, passDays, type Diary } from './quests.ts'
import { findPlace, meet } from './realm.ts'
import type { Resident } from './resident.ts'
import { edit, finds, publish, withdraw } from './scrolls.ts'
import { expectUnseen, type Item } from './visible.ts'

describe('a month in production', { timeout: PROCESS_TEST_MS }, () => {
  let production: Production
  let olga: Resident
  let residents: Resident[]
  let diary: Diary
  let keys: string[]
  /** What the administrator will hide, for good and by mistake. */
  const reported: Item[] = []
  const mistaken: Item[] = []
  /** What nobody else sees in any case. */
  const closed: Item[] = []
  const retired: Item[] = []

  beforeAll(async () => {
    production = await startProduction()
  }, PROCESS_TEST_MS)
  afterAll(() => production.stop())
  beforeEach(() => production.pass(60_000))

  const named = (username: string) => residents.find((known) => known.username === username)!

  test('an operator becomes an administrator, and fills the empty system', async () => {
    olga = await becomeAdministrator(production)
    expect(await olga.call('GET', '/api/quests')).toEqual({ quests: [] })
    await applyContent(production)
    expect((await olga.call('GET', '/api/quests')).quests).toHaveLength(12)
    keys = await production.signingKeys()
  })

  test('thirty people sign up through an app', async () => {
    residents = await signUpThirty(production)
    expect(new Set(residents.map(({ id }) => id)).size).toBe(30)
    const { me } = await named('ada').ask('{ me { createdAt xp level gold } }')
    expect(me).toEqual({ createdAt: production.now().toISOString(), xp: 0, level: 1, gold: 0 })
    diary = { production, residents, day: 0 }
  })

  test('in the first week they complete quests, take courses, and meet at a place', async () => {
    const { 'Celestial Navigation': navigation, Semaphore: semaphore } = await findCourses(olga)
    for (const student of residents.slice(0, 10)) await takeCourse(student, navigation!)
    await leaveAndReturn(named('robin'), navigation!)
    await enroll(named('hedy'), semaphore!)
    const landing = await findPlace(named('ada'), 'The Narrows', 'The Landing')
    await meet(production, ['ada', 'grace', 'tony', 'mary'].map(named), landing)
    await passDays(diary, 7)
    await expectTooEarly(named('ada'))
  })

  test('in the second week they found organizations, join them, take roles, and leave', async () => {
    const lamplighters = await found(named('ada'), 'Lamplighters', true)
    const successor = await join(named('alan'), lamplighters, 'active')
    await handOver(named('ada'), lamplighters, successor)
    const pilots = await found(named('grace'), 'Pilots of the Narrows', false)
    const [steward, member, stranger] = [named('grace'), named('dennis'), named('frances')]
    await runByRequest(pilots, { steward, member, stranger })
    const wreckers = await found(named('leslie'), 'Wreckers', true)
    const wrecker = await postRole(named('leslie'), wreckers, 1)
    await join(named('sophie'), wreckers, 'active')
    reported.push({ list: 'organizations', id: wreckers, title: 'Wreckers' })
    closed.push({ list: 'roles', id: wrecker })
    mistaken.push({ list: 'organizations', id: lamplighters, title: 'Lamplighters' })
    await passDays(diary, 7)
  })

  test('in the third week they trade', async () => {
    await trade(named('donald'), named('margaret'), named('katherine'))
    const flags = await list(named('radia'), await buy(named('radia'), 'Signal Flags'), 1_000)
    const chart = await list(named('niklaus'), await buy(named('niklaus'), 'Old Chart'), 90)
    reported.push({ list: 'listings', id: flags })
    mistaken.push({ list: 'listings', id: chart })
  })

  test('they publish scrolls for everybody, for their house, or for themselves', async () => {
    const storm = await publish(named('karen'), 'The Great Storm')
    await edit(named('karen'), storm, 'The Great Storm of the Narrows')
    mistaken.push({ list: 'scrolls', id: storm, title: 'The Great Storm of the Narrows' })
    const cheap = await publish(named('tony'), 'Cheap Gold')
    reported.push({ list: 'scrolls', id: cheap, title: 'Cheap Gold' })
    const songs = await publish(named('jean'), 'Songs of the House', 'house')
    for (const reader of residents.slice(0, 8)) {
      expect(await finds(reader, songs)).toBe(reader.house === named('jean').house)
    }
    const secret = await publish(named('ken'), 'A Secret', 'private')
    closed.push({ list: 'scrolls', id: secret, title: 'A Secret' })
    const draft = await publish(named('robin'), 'A Draft')
    await withdraw(named('robin'), draft)
    closed.push({ list: 'scrolls', id: draft, title: 'A Draft' })
    await passDays(diary, 7)
  })

  test('in the fourth week the first have level 50 and propose, and nearly everybody votes', async () => {
    const [ada, alan, barbara, edsger] = residents as [Resident, Resident, Resident, Resident]
    expect(await dayOfLevel(ada, 50)).toBe(17)
    await expectTooEarly(named('evelyn'))
    const bridge = await propose(ada, 'A Bridge over the Narrows', 5)
    const tax = await propose(alan, 'A Tax on Lanterns', 5)
    await cancelProposal(barbara, await propose(barbara, 'A Curfew at Dusk', 5))
    await propose(edsger, 'A Day of Silence', 5)
    await voteAll(residents.slice(0, 29), { proposalId: bridge, yes: 20 })
    await voteAll(residents.slice(0, 9), { proposalId: tax, yes: 4 })
    const { credentials } = await ada.call('GET', '/api/credentials')
    const participation = { voted: true, proposalCount: 1 }
    expect(credentials).toContainEqual(expect.objectContaining({ claims: participation }))
    await passDays(diary, 7)
    expect(await titlesOf(ada, 'passed')).toEqual(['A Bridge over the Narrows'])
    expect(await titlesOf(ada, 'rejected')).toEqual(['A Day of Silence', 'A Tax on Lanterns'])
    expect(await titlesOf(ada, 'cancelled')).toEqual(['A Curfew at Dusk'])
    for (const voter of [ada, named('john')]) await expectClosed(voter, bridge)
  })

  test('the operator and the administrator retire old content', async () => {
    const { quests } = await olga.call('GET', '/api/quests?search=Mend the Nets')
    await retireQuestByFile(production, 'mend-the-nets')
    const courses = await findCourses(olga)
    await retire(olga, 'Course', courses.Semaphore!)
    const bell = await findOffer(olga, 'Cracked Bell')
    await retire(olga, 'Asset', bell.id)
    const lighthouse = await findPlace(olga, 'The Harbour', 'The Lighthouse')
    await retire(olga, 'Place', lighthouse.id)
    retired.push(
      { list: 'quests', id: quests[0].id as string, title: 'Mend the Nets' },
      { list: 'courses', id: courses.Semaphore!, title: 'Semaphore' },
      { list: 'assets', id: bell.id, title: 'Cracked Bell' },
      { list: 'places', id: lighthouse.id },
    )
  })

  test('the administrator hides what was reported, and shows what was hidden by mistake', async () => {
    const wreck = await findPlace(olga, 'The Narrows', 'The Wreck')
    const tavern = await findPlace(olga, 'The Narrows', 'The Tavern')
    const title = 'Rude Awakening'
    await named('mary').call('PATCH', '/api/me', { body: { displayName: title } })
    reported.push({ list: 'places', id: wreck.id })
    reported.push({ list: 'identities', id: named('mary').id, title })
    mistaken.push({ list: 'places', id: tavern.id })
    mistaken.push({ list: 'identities', id: named('linus').id, title: 'Linus' })
    for (const item of reported) await hide(olga, item)
    for (const item of mistaken) await hideByMistake(olga, item)
    await expectReasonKnown(
      named('tony'),
      reported.find(({ list }) => list === 'scrolls')!,
    )
    const names = { username_hidden: 2, username_shown: 1 }
    const audited = { content_hidden: 8, content_shown: 4, ...names }
    const counted = () => {
      // A delivery that the clock has overtaken is retried later.
      production.pass(1_000)
      return moderationsOf(olga)
    }
    await expect.poll(counted, { interval: 250 }).toEqual(audited)
  })

  test('who stays away for a month signs in again, under a new signing key', async () => {
    await passDays(diary, 3)
    const kathleen = named('kathleen')
    await completeOpenQuests(kathleen)
    expect(kathleen.session.signIns).toBe(1)
    expect(residents.filter(({ session }) => session.signIns > 0)).toEqual([kathleen])
    expect(keys).not.toEqual(expect.arrayContaining(await production.signingKeys()))
  })

  test('everybody’s xp is the sum of what their quests granted, and of their history', async () => {
    await Promise.all(residents.map(expectXpExplained))
    const levels = await Promise.all(residents.map(levelOf))
    expect(levels.filter((level) => level >= 50)).toHaveLength(12)
  })

  test('everybody’s gold is what they have been paid, and the ledger sums to zero', async () => {
    const balances = await Promise.all(residents.map(expectGoldExplained))
    const held = balances.reduce((sum, balance) => sum + balance, 0)
    await expectTreasuryOwes(olga, held)
    expectGoldConserved(await readBooks(production))
  })

  test('the weekly statements of each person follow each other', async () => {
    await Promise.all(residents.map(expectStatements))
  })

  test('everything sold was bought, and votes and members are counted once', async () => {
    await expectTradesMatch(residents)
    await expectVotesCounted(residents)
    await expectMembersCounted(residents)
  })

  test('nobody sees what is hidden, withdrawn, private or retired, over any path', async () => {
    const names = reported.filter(({ list }) => list === 'identities')
    const hidden = [...reported.filter((item) => !names.includes(item)), ...closed]
    const owners = ['tony', 'radia', 'leslie', 'mary', 'ken', 'robin'].map(named)
    const others = residents.filter((resident) => !owners.includes(resident))
    const unseen = { hidden, names, retired, shown: mistaken }
    await Promise.all(others.map((resident) => expectUnseen(resident, unseen)))
  })
})
