// Everything that concerns a person, from this service's own log and those of the others.
import { getEventListeners } from 'node:events'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { numberEvents } from '#foundation/events/numberer.ts'
import { TIMEOUT } from '#test/process.ts'
import type { LiveResults } from '#test/subscription.ts'
import { startTestSubgraph, testSubgraph, type Data, type Person } from '#test/subgraph.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { ServiceFacts } from '#foundation/process/config.ts'
import type { Context } from '#foundation/service/context.ts'
import type { IdentityContext } from '../context.ts'
import { copyEvents, eventReaders } from '../domain/personal-feed/copied-events.ts'
import type { IdentityTables } from '../tables.ts'

const MINE = `subscription Mine($since: String, $types: [String!]) {
  mine(since: $since, types: $types) {
    cursor type at subject { type id } related node { __typename id } me { username xp }
  }
}`

const identity = testSubgraph('identity')
let joined = 0
let ada: Person
let grace: Person
beforeAll(async () => {
  await identity.startService('governance')
  await identity.startService('path')
})

beforeEach(async () => {
  ada = await identity.join('ada' + String(joined++))
  grace = await identity.join('grace' + String(joined++))
})

const stopping = new AbortController().signal
const noted = (service: string) => identity.tables<IdentityTables>(service)

/** Writes an event into the log of a service, as its trigger would. */
async function happen(
  kind: string,
  { owner, service = 'path', subject = 'quest_1' }: EventAbout = {},
): Promise<void> {
  await sql`
    insert into events (kind, subject_type, subject_id, related, audience, audience_id)
    values (${kind}, 'Quest', ${subject}, ${owner ? [owner.id] : []},
      ${owner ? 'owner' : 'public'}, ${owner?.id ?? null})`.execute(noted(service))
}

interface EventAbout {
  owner?: Person
  service?: string
  subject?: string
}

async function copy(service = 'path', world = identity): Promise<void> {
  await numberEvents(noted(service), () => new Date())
  const round = (ctx: Context) => copyEvents(ctx as IdentityContext, service, { stopping })
  await world.readPlans(round)
}

/** The kinds that Identity has copied for a person, in order. */
async function copied({ id }: Person): Promise<string[]> {
  const events = noted('identity').selectFrom('events').select('kind')
  const rows = await events.where('audienceId', '=', id).orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}

function position(service: string) {
  const positions = noted('identity').selectFrom('eventPositions').where('service', '=', service)
  return positions.select('cursor').executeTakeFirst()
}

/** Copies until the last thing that happened in a service is there. */
async function untilCopied(person: Person, kinds: readonly string[], service = 'path') {
  await vi.waitFor(async () => {
    await copy(service)
    expect(await copied(person)).toEqual(kinds)
  }, TIMEOUT)
}

async function connect(as: Person, variables = {}): Promise<LiveResults & { cursor: string }> {
  const live = identity.subscribe(MINE, { as, variables })
  const first = await live.next()
  expect(first).toMatchObject({ data: { mine: null } })
  return Object.assign(live, { cursor: first!.extensions!.cursor })
}

async function nextOf(live: LiveResults): Promise<Data> {
  return (await live.data()).mine
}

test('an event of another service reaches the person whom it concerns, and nobody else', async () => {
  await using ofAda = await connect(ada)
  await using ofGrace = await connect(grace)
  await happen('quest.completed', { owner: ada, subject: 'quest_x' })
  await happen('quest.added')
  await happen('quest.reopened', { owner: grace, subject: 'quest_y' })
  await untilCopied(ada, ['quest.completed'])
  await untilCopied(grace, ['quest.reopened'])
  expect(await nextOf(ofAda)).toMatchObject({
    type: 'quest.completed',
    subject: { type: 'Quest', id: 'quest_x' },
    related: [ada.id],
    node: null,
    me: { username: ada.username },
  })
  expect(await nextOf(ofGrace)).toMatchObject({ type: 'quest.reopened' })
})

test("the person's xp and level are seen as they change", async () => {
  await using live = await connect(ada)
  await identity.ask(
    `mutation Grant($input: GrantXpInput!) { grantXp(input: $input) { xp level } }`,
    { service: 'path', variables: { input: { key: newId('k'), identityId: ada.id, amount: 7 } } },
  )
  expect(await nextOf(live)).toMatchObject({ type: 'xp.changed', me: { xp: 7 } })
})

test('an event of a wallet needs the scope of wallets', async () => {
  const scopes = ['identity']
  await using narrow = identity.subscribe(MINE, { as: ada, scopes })
  await using wide = await connect(ada)
  await narrow.next()
  await sql`
    insert into events (kind, subject_type, subject_id, audience, audience_id)
    values ('wallet.linked', 'Wallet', 'wallet_1', 'owner', ${ada.id})`.execute(noted('identity'))
  await numberEvents(noted('identity'), () => new Date())
  expect(await nextOf(wide)).toMatchObject({ type: 'wallet.linked', node: null })
  await happen('quest.completed', { owner: ada })
  await untilCopied(ada, ['wallet.linked', 'quest.completed'])
  expect(await nextOf(narrow)).toMatchObject({ type: 'quest.completed' })
})

test('a client that resumes gets each event after its cursor once, in order', async () => {
  const { cursor } = await connect(ada)
  const kinds = ['a.done', 'b.done', 'c.done', 'd.done']
  for (const kind of kinds) await happen(kind, { owner: ada })
  await untilCopied(ada, kinds)
  await using live = await connect(ada, { since: cursor })
  const [first] = [await live.next()]
  expect(first!.data.mine.type).toBe('a.done')
  await using resumed = await connect(ada, { since: first!.extensions!.cursor })
  for (const type of kinds.slice(1)) expect(await nextOf(resumed)).toMatchObject({ type })
  await using chosen = await connect(ada, { since: cursor, types: ['c.done'] })
  expect(await nextOf(chosen)).toMatchObject({ type: 'c.done' })
})

test('events of one kind and subject that are read together are one', async () => {
  const { cursor } = await connect(ada)
  for (const subject of ['quest_1', 'quest_2', 'quest_1']) {
    await happen('quest.completed', { owner: ada, subject })
  }
  await untilCopied(ada, Array(3).fill('quest.completed') as string[])
  await vi.waitFor(async () => {
    await using live = await connect(ada, { since: cursor })
    expect(await nextOf(live)).toMatchObject({ subject: { id: 'quest_2' } })
    expect(await nextOf(live)).toMatchObject({ subject: { id: 'quest_1' } })
  }, TIMEOUT)
})

test('a page and its position are saved together, or not at all', async () => {
  await happen('quest.completed', { owner: ada })
  await untilCopied(ada, ['quest.completed'])
  const before = await position('path')
  await sql`alter table identity.events add constraint fails check (kind <> 'quest.failed')`.execute(
    noted('identity'),
  )
  await happen('quest.failed', { owner: ada })
  await vi.waitFor(() => expect(copy()).rejects.toThrow('fails'), TIMEOUT)
  expect(await position('path')).toEqual(before)
  await sql`alter table identity.events drop constraint fails`.execute(noted('identity'))
  await untilCopied(ada, ['quest.completed', 'quest.failed'])
})

test('of two processes that have read the same page of events, one copies its events', async () => {
  await using beside = await startBeside()
  await happen('quest.completed', { owner: grace })
  await untilCopied(grace, ['quest.completed'])
  const kinds = Array.from({ length: 30 }, (_, index) => `k${'x'.repeat(index)}.done`)
  for (const kind of kinds) await happen(kind, { owner: ada })
  await numberEvents(noted('path'), () => new Date())
  const copying = await noted('identity')
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom('eventPositions').selectAll().forUpdate().execute()
      const both = Promise.all([copy(), copy('path', beside.world)])
      await expect.poll(countWaiting).toBe(2)
      return { both }
    })
  await copying.both
  expect(await copied(ada)).toEqual(kinds)
})

/** The transactions that wait to save a position. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query like '%event_positions%'`.execute(noted('identity'))
  return rows[0]!.count
}

async function startBeside() {
  const world = await startTestSubgraph('identity', {}, identity)
  await world.startService('path')
  return { world, [Symbol.asyncDispose]: () => world.stop() }
}

test('a service that is down delays only its own events', async () => {
  await happen('quest.completed', { owner: ada })
  await identity.stopService('path')
  try {
    await expect(copy('path')).rejects.toThrow()
    await happen('vote.closed', { owner: ada, service: 'governance' })
    await untilCopied(ada, ['vote.closed'], 'governance')
  } finally {
    await identity.startService('path')
  }
  await untilCopied(ada, ['vote.closed', 'quest.completed'])
})

test('a read that finds no event waits at the other service for the next one', async () => {
  await copy()
  const waiting = identity.readPlans((ctx: Context) =>
    copyEvents(ctx as IdentityContext, 'path', { stopping, wait: 5 }),
  )
  await happen('quest.added')
  await happen('quest.completed', { owner: ada })
  await numberEvents(noted('path'), () => new Date())
  // A reading whose time is over copies nothing more.
  await waiting
  expect(await copied(ada)).toEqual(['quest.completed'])
})

test('a gap in a log is reported, and later events are copied once', async () => {
  await happen('quest.completed', { owner: ada })
  await untilCopied(ada, ['quest.completed'])
  await using live = await connect(ada)
  // As after a restored backup: the era is the same, and the log is shorter.
  const { cursor: lost } = (await position('path'))!
  await sql`delete from path.events where audience_id = ${ada.id}`.execute(noted('path'))
  await sql`update path.event_log set last_position = last_position - 1`.execute(noted('path'))
  await copy()
  expect((await position('path'))!.cursor).not.toBe(lost)
  const result = await live.next()
  expect(result).toMatchObject({ data: { mine: null }, extensions: { gap: true } })
  await happen('quest.reopened', { owner: ada })
  await untilCopied(ada, ['quest.completed', 'quest.reopened'])
  expect(await nextOf(live)).toMatchObject({ type: 'quest.reopened' })
})

test('nothing is copied for somebody who has left', async () => {
  await noted('identity')
    .updateTable('identities')
    .set({ leftAt: new Date(), disabledAt: new Date() })
    .where('id', '=', ada.id)
    .execute()
  await happen('quest.completed', { owner: ada })
  await happen('quest.completed', { owner: grace })
  await untilCopied(grace, ['quest.completed'])
  expect(await copied(ada)).toEqual([])
})

test('a round of reading leaves nothing behind at the signal that stops it', async () => {
  const [reader] = eventReaders([{ name: 'path', hasEvents: true } as ServiceFacts])
  const ending = new AbortController().signal
  // The other service does not wait for the next event of a person.
  await happen('quest.completed', { owner: ada })
  await numberEvents(noted('path'), () => new Date())
  await identity.readPlans((ctx) => reader!.run(ctx as IdentityContext, ending))
  expect(await copied(ada)).toEqual(['quest.completed'])
  expect(getEventListeners(ending, 'abort')).toHaveLength(0)
})
