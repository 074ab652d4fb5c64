// Open streams and waiting requests of callers who lose a right, at the router and at a service.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  SUBSCRIPTION_WAYS,
  watch,
  watchEvents,
  type SubscriptionWay,
  type WatchEnd,
  type Watcher,
} from '#test/live-client.ts'
import {
  askOAuth,
  joinWithPassword,
  obtainTokens,
  registerApp,
  signedInUserAgent,
  type App,
  type Member,
} from '#test/oauth.ts'
import { TIMEOUT } from '#test/process.ts'
import { addOrganization, addProposal } from '#test/story.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import {
  addAdministrator,
  removeAdministrator,
} from '../../subgraphs/identity/domain/administration/administrator.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { GuildTables } from '../../subgraphs/guild/tables.ts'

const VOTES = 'subscription ($id: ID!) { proposal(id: $id) { yesVotes myVote { vote } } }'
const MINE = 'subscription { mine { type subject { id } } }'
const REQUESTS = `subscription ($id: ID!) {
  organization(id: $id) { name requests { nodes { member { username } } } }
}`

describe.each(['one process', 'over HTTP'] as const)('with the services in %s', (topology) => {
  let system: TestSystem
  let admin: Member
  beforeAll(async () => {
    system = await startTestSystem({ topology })
    admin = await joinWithPassword(system, 'admin', { role: 'admin' })
  })
  afterAll(() => system.stop())

  const ask = async (token: string, query: string, variables: object) => {
    const { body } = await system.graphql(query, { token, variables })
    expect(body.errors).toBeUndefined()
  }
  const vote = (token: string, id: string) =>
    ask(
      token,
      'mutation ($id: ID!) { castVote(proposalId: $id, input: { vote: yes }) { proposalId } }',
      {
        id,
      },
    )
  const administer = async (field: string, input: string, id: string) =>
    ask(
      await admin.token({ scope: 'identity admin' }),
      `mutation ($input: ${input}!) { ${field}(input: $input) { id } }`,
      { input: { id } },
    )

  /** A person with a token of theirs for one app, and one for another app. */
  async function someone() {
    const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
    const browser = await signedInUserAgent(system, person)
    const app = await registerApp(system)
    const { access_token: token } = await obtainTokens(system, app, person, {}, browser)
    return { person, browser, app, token }
  }

  /** Watches a proposal in all ways, and waits until each shows it. */
  async function watchAll(token: string, id: string): Promise<Record<string, Watcher>> {
    const places = ['router', 'governance'].flatMap((at) =>
      SUBSCRIPTION_WAYS.map((way) => {
        const request = { url: system.address(at), token, query: VOTES, variables: { id } }
        return [`${way} at ${at}`, watch(way, request)] as const
      }),
    )
    await vi.waitUntil(() => places.every(([, { text }]) => text().includes('yesVotes')), TIMEOUT)
    const url = system.address('governance')
    const poll = watchEvents({ url, token, types: 'proposal.cancelled' })
    return { ...Object.fromEntries(places), 'GET /api/events': poll }
  }

  const endsOf = (reason: string, code: number): Record<string, WatchEnd> => {
    const error = { code: 'INVALID_TOKEN', reason }
    const ends = Object.fromEntries(
      ['router', 'governance'].flatMap((at) => [
        [`SSE at ${at}`, error],
        [`multipart at ${at}`, error],
        [`WebSocket at ${at}`, { code }],
      ]),
    ) as Record<string, WatchEnd>
    return { ...ends, 'GET /api/events': error }
  }

  /** How each stream or request ended. */
  async function ends(watchers: Record<string, Watcher>) {
    const all = Object.entries(watchers).map(async ([name, { ended }]) => [name, await ended])
    return Object.fromEntries(await Promise.all(all)) as Record<string, WatchEnd>
  }

  describe.concurrent('ends of streams', () => {
    interface Loss {
      person: Member
      browser: UserAgent
      app: App
      token: string
    }
    test.each<[string, (loss: Loss) => Promise<unknown>, boolean]>([
      [
        'when its client revokes it',
        ({ app, token }) => askOAuth(system, app, { token }, 'revoke'),
        true,
      ],
      [
        'when its person disconnects the app',
        async ({ app, browser }) => {
          const page = await browser.open(`${system.address('identity')}/account/devices`)
          await browser.submit(page, '/account/apps/disconnect', { id: app.id })
        },
        true,
      ],
      [
        'when an administrator disables its client',
        ({ app }) => administer('disableClient', 'DisableClientInput', app.id),
        true,
      ],
      [
        'when an administrator disables its person',
        ({ person }) => administer('disableIdentity', 'DisableIdentityInput', person.id),
        false,
      ],
    ])('All streams of a token end %s', async (_when, lose, hasOthers) => {
      const loss = await someone()
      const id = await addProposal(system)
      const other = await registerApp(system)
      const { access_token: token } = await obtainTokens(
        system,
        other,
        loss.person,
        {},
        loss.browser,
      )
      // Last, because a request for events waits for 30 seconds.
      const [watchers, others] = await Promise.all([watchAll(loss.token, id), watchAll(token, id)])
      await lose(loss)
      expect(await ends(watchers)).toEqual(endsOf('revoked', 4401))
      if (!hasOthers) {
        expect(await ends(others)).toEqual(endsOf('revoked', 4401))
        return
      }
      await vote(token, id)
      const { 'GET /api/events': poll, ...streams } = others
      const isSeen = ({ text }: Watcher) => text().includes('"yesVotes":1')
      await vi.waitUntil(() => Object.values(streams).every(isSeen), TIMEOUT)
      const open = { code: undefined }
      expect(await Promise.race([poll!.ended, Promise.resolve(open)])).toMatchObject(open)
      for (const [name, { text }] of Object.entries(watchers)) {
        expect(text(), name).not.toContain('"yesVotes":1')
      }
      for (const one of Object.values(others)) one[Symbol.dispose]()
    })

    test('All streams of a token end when it expires', async () => {
      const { person } = await someone()
      const id = await addProposal(system)
      // Enough time to begin all of them, and less than a request for events waits.
      const leftMs = 25_000
      const token = await person.token({ issuedAt: new Date(Date.now() + leftMs - 3_600_000) })
      const watchers = await watchAll(token, id)
      expect(await ends(watchers)).toEqual(endsOf('expired', 4403))
    })
  })

  test.each(SUBSCRIPTION_WAYS)(
    '%s with a token for others, or with less scope, is refused',
    async (way) => {
      const { person } = await someone()
      const tokens = [
        [{ audience: 'another system' }, { code: 'INVALID_TOKEN', reason: 'invalid' }],
        [{ issuer: 'https://id.example' }, { code: 'INVALID_TOKEN', reason: 'invalid' }],
        [{ scope: 'credentials' }, { code: 'INSUFFICIENT_PERMISSIONS' }],
      ] as const
      for (const [claims, end] of tokens) {
        const token = await person.token(claims)
        for (const at of ['router', 'identity']) {
          const request = { url: system.address(at), token, query: MINE }
          using watcher = watch(way, request)
          await expectRefused(way, watcher, end)
        }
      }
    },
  )

  async function expectRefused(way: SubscriptionWay, watcher: Watcher, end: WatchEnd) {
    if (way !== 'WebSocket') {
      expect(await watcher.ended).toMatchObject(end)
    } else if (end.code === 'INVALID_TOKEN') {
      expect(await watcher.ended).toEqual({ code: 4401 })
    } else await vi.waitUntil(() => watcher.text().includes(String(end.code)), TIMEOUT)
    expect(watcher.text()).not.toContain('"cursor"')
  }

  test('a steward who has left sees no further request', async () => {
    const id = await addOrganization(system, { openToJoin: false, memberCount: 2 })
    const [sue, stan] = [await system.join('sue'), await system.join('stan')]
    const guild = system.tables<GuildTables>('guild')
    for (const { id: identityId } of [sue, stan]) {
      const membership = { id: `membership_${identityId}`, organizationId: id, identityId }
      const rest = { status: 'active' as const, steward: true, requestedAt: new Date() }
      await guild
        .insertInto('memberships')
        .values({ ...membership, ...rest })
        .execute()
    }
    const join = async (username: string) => {
      const token = await (await system.join(username)).token()
      await ask(
        token,
        'mutation ($id: ID!) { joinOrganization(organizationId: $id) { __typename } }',
        {
          id,
        },
      )
    }
    const streamsOf = async ({ token }: typeof sue) =>
      Promise.all(
        ['router', 'guild'].flatMap((at) =>
          SUBSCRIPTION_WAYS.map(async (way) =>
            watch(way, {
              url: system.address(at),
              token: await token(),
              query: REQUESTS.replace('member { username }', 'id member { id }'),
              variables: { id },
            }),
          ),
        ),
      )
    const [hers, his] = [await streamsOf(sue), await streamsOf(stan)]
    const mine = watch('SSE', {
      url: system.address('router'),
      token: await sue.token(),
      query: MINE,
    })
    const see = (streams: Watcher[], count: number) =>
      vi.waitUntil(
        () => streams.every(({ text }) => text().split('"id":"membership_').length > count),
        TIMEOUT,
      )
    await join('walt')
    await see([...hers, ...his], 1)
    await ask(
      await sue.token(),
      'mutation ($id: ID!) { leaveOrganization(organizationId: $id) { id } }',
      { id },
    )
    await vi.waitUntil(() => hers.every(({ text }) => text().includes('"requests":null')), TIMEOUT)
    const url = system.address('guild')
    using poll = watchEvents({ url, token: await sue.token(), types: 'request.received' })
    using hisPoll = watchEvents({ url, token: await stan.token(), types: 'request.received' })
    await vi.waitUntil(() => mine.text().includes('membership.left'), TIMEOUT)
    const before = hers.map(({ text }) => text().split('"id":"membership_').length)
    await join('wanda')
    await see(his, 3)
    await hisPoll.ended
    expect(hers.map(({ text }) => text().split('"id":"membership_').length)).toEqual(before)
    expect([poll.text(), mine.text()].join()).not.toContain('request.received')
    for (const one of [...hers, ...his, mine]) one[Symbol.dispose]()
  })

  test('a former administrator gets no event for administrators', async () => {
    const boss = await joinWithPassword(system, 'boss')
    const ctx = asCommand(system.tables<IdentityTables>('identity'))
    await addAdministrator(ctx, 'boss')
    const url = system.address('identity')
    const waiting = async ({ token }: Member) =>
      watchEvents({
        url,
        token: await token({ scope: 'identity admin' }),
        types: 'client.registered',
      })
    const waits = [await waiting(boss), await waiting(admin)]
    await registerApp(system)
    await Promise.all(waits.map(({ ended }) => ended))
    expect(waits.map(({ text }) => text().includes('client.registered'))).toEqual([true, true])
    using late = await waiting(boss)
    using control = await waiting(admin)
    await removeAdministrator(ctx, 'boss')
    await registerApp(system)
    await control.ended
    expect(control.text()).toContain('client.registered')
    expect(late.text()).not.toContain('client.registered')
  })
})
