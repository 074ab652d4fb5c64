// `node operations/bench/live.ts`: what a delivery costs beside the same query over HTTP, what 19,400 subscribers cost, and how
// long after its commit a change arrives. `--minutes 30`: how long they get events.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Client as Database } from 'pg'
import { newId } from '#foundation/domain/ids.ts'
import { CROWD_PROPOSALS, measureCrowd } from './crowd.ts'
import { cpuMs } from './processes.ts'
import { PROJECT, setStage } from './programs.ts'
import { reportFigures, type Figure } from './result.ts'
import { median, type Connection } from './rounds.ts'
import { openSubscribers } from './streams.ts'
import { execute, sideOf, startApart, startSystem, type System } from './system.ts'

const SUBSCRIBERS = [100, 1_000] as const
const DELIVERIES_A_ROUND = 3_000
const ROUNDS = 5
const CHANGES = 20
/** A little longer than the longest time between two polls of a log. */
const POLL_MS = 1_200
/** How much processor time of the same query over HTTP a delivery may take. */
const MAX_SHARE = 0.5

/** What people look at: fields of the proposal alone, and with those of another service. */
const SELECTIONS = {
  'one service': '{ id title description status yesVotes noVotes quorum endTime }',
  'two services':
    '{ id title status yesVotes noVotes myVote { vote } proposer { username level } }',
} as const
type Selection = keyof typeof SELECTIONS

const CHANGE = `
  with voted as (
    insert into governance.votes (proposal_id, identity_id, vote, voted_at)
    values ($1, $2, 'yes', now()) returning proposal_id
  )
  update governance.proposals set yes_votes = yes_votes + 1 from voted where id = proposal_id`

const settings = {
  LIVE_MAX_PER_PERSON: '100000',
  LIVE_MAX_PER_ADDRESS: '100000',
  LIVE_MAX_CONNECTIONS: '100000',
}
const WAYS = { hints: vote, polls: change } as const
type Way = keyof typeof WAYS
const figures: Figure[] = []
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } })

await using stage = await setStage()
const system = await startSystem(stage, 'this checkout', PROJECT, { settings })
const proposal = await addProposal(system)
for (const selection of Object.keys(SELECTIONS) as Selection[]) {
  for (const count of SUBSCRIBERS) await compareDeliveries(selection, count)
}
await measureDelays('in one process', system)
figures.push(...(await measureCrowd(system, await crowdOptions())))
await measureDelays('apart', await startApart(stage, 'apart', PROJECT))
reportFigures('live', figures)

async function addProposal({ databaseUrl, people }: System): Promise<string> {
  const id = newId('proposal')
  const sql = `
    insert into governance.proposals (id, proposer_id, title, description, quorum, end_time, created_at)
    values ($1, $2, 'A proposal', 'To vote on.', 1, now() + interval '1 day', now())`
  await execute(databaseUrl, sql, [id, people[0]])
  return id
}

/** A change by another program, which wakes nobody. */
async function change({ databaseUrl }: System, id: string): Promise<void> {
  await execute(databaseUrl, CHANGE, [id, newId('identity')])
}

async function crowdOptions() {
  const proposals: string[] = []
  while (proposals.length < CROWD_PROPOSALS) proposals.push(await addProposal(system))
  const query = `subscription ($id: ID!) { proposal(id: $id) ${SELECTIONS['two services']} }`
  return { proposals, change: changeWithHint, query, minutes: Number(values.minutes) }
}

/** A change by another process of the service, which numbers its event and sends a hint. */
async function changeWithHint(database: Database, id: string): Promise<void> {
  await database.query(CHANGE, [id, newId('identity')])
  await database.query('select governance.number_events(now())')
  await database.query(`select pg_notify('event_log', 'governance')`)
}

function subscribe(of: System, id: string, selection: Selection, count: number) {
  return openSubscribers({
    origin: of.originOf('router'),
    tokens: Array.from({ length: count }, (_, at) => of.tokens[at % of.tokens.length]!),
    query: `subscription ($id: ID!) { proposal(id: $id) ${SELECTIONS[selection]} }`,
    variables: { id },
  })
}

/**
 * Processor time of one delivery beside that of one query, in rounds one after the other. What a change with a single
 * subscriber costs is no delivery: the vote that wakes the service, and its idle work while the change is under way.
 */
async function compareDeliveries(selection: Selection, count: number): Promise<void> {
  const rounds: { delivery: number; query: number }[] = []
  const changes = DELIVERIES_A_ROUND / count
  const many = await watched(proposal, selection, count)
  const single = await watched(await addProposal(system), selection, 1)
  for (let round = 0; round <= ROUNDS; round += 1) {
    const delivering = await cpuOf(() => many.change(changes))
    const changing = await cpuOf(() => single.change(changes))
    const querying = await cpuOf(() => query(selection, DELIVERIES_A_ROUND))
    if (round === 0) continue
    const delivery = (delivering - changing) / (DELIVERIES_A_ROUND - changes)
    rounds.push({ delivery, query: querying / DELIVERIES_A_ROUND })
  }
  many.close()
  single.close()
  const value = median(rounds.map((round) => round.delivery / round.query))
  const name = `${count.toLocaleString('en')} subscribers, ${selection}`
  console.log(
    name,
    median(rounds.map((one) => one.delivery)),
    median(rounds.map((one) => one.query)),
  )
  figures.push({ name: `CPU of a delivery to that of the query: ${name}`, value, most: MAX_SHARE })
}

/** A proposal with subscribers, who all get each change of it before the next one. */
async function watched(id: string, selection: Selection, count: number) {
  const subscribers = await subscribe(system, id, selection, count)
  let results = 1
  return {
    async change(times: number) {
      for (let n = 0; n < times; n += 1) {
        await change(system, id)
        // Otherwise each change would wait for a poll.
        await vote(system, await addProposal(system))
        await subscribers.have((results += 1))
      }
    },
    close: () => subscribers.close(),
  }
}

async function query(selection: Selection, times: number): Promise<void> {
  const text = `query ($id: ID!) { proposal(id: $id) ${SELECTIONS[selection]} }`
  const body = JSON.stringify({ query: text, variables: { id: proposal } })
  const work = { of: 'router', method: 'POST', path: '/graphql', body: () => body } as const
  const connections = await sideOf(system, work).connect(16)
  let left = times
  const askOn = async (connection: Connection) => {
    while ((left -= 1) >= 0) await connection.ask()
    await connection.close()
  }
  await Promise.all(connections.map(askOn))
}

/** Milliseconds of a processor that the process uses meanwhile. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = cpuMs(system.pid)
  await work()
  return cpuMs(system.pid) - before
}

/** Time from the commit until a subscriber has the result: woken by the mutation, or found by a poll. */
async function measureDelays(where: string, of: System): Promise<void> {
  for (const way of Object.keys(WAYS) as Way[]) {
    const delays: number[] = []
    while (delays.length < CHANGES) delays.push(await delayOf(way, of))
    const sorted = delays.toSorted((a, b) => a - b)
    const name = `from commit to client by ${way}, ${where}`
    figures.push({ name: `${name}: p50, ms`, value: median(sorted), most: Infinity })
    figures.push({ name: `${name}: p99, ms`, value: sorted.at(-1)!, most: Infinity })
  }
}

async function delayOf(way: Way, of: System): Promise<number> {
  const id = await addProposal(of)
  // Its own event would be the first change.
  await delay(POLL_MS)
  const subscribers = await subscribe(of, id, 'two services', 1)
  // A subscription begins with a poll; changes come at any time between two.
  await delay(300 + Math.random() * 1_000)
  await WAYS[way](of, id)
  const committed = performance.now()
  await subscribers.have(2)
  const took = performance.now() - committed
  subscribers.close()
  return took
}

/** A change by a request, which wakes the service. */
async function vote(of: System, id: string): Promise<void> {
  const path = `/api/proposals/${id}/vote`
  const body = JSON.stringify({ vote: 'yes' })
  const [connection] = await sideOf(of, {
    of: 'governance',
    method: 'POST',
    path,
    body: () => body,
  }).connect(1)
  await connection!.ask()
  await connection!.close()
}
