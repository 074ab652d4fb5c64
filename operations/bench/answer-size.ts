// `node operations/bench/answer-size.ts`: responses of 10 to 10,000 entities: what each costs, and how long it blocks others.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { cpuMs, treeCpuMs } from './processes.ts'
import { setStage, type Stage } from './programs.ts'
import { reportFigures } from './result.ts'
import { sideOf, startSystem, type System, type Work } from './system.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
/** Organizations, and members of each: every member is another person. */
const SIZES = [
  [1, 10],
  [1, 100],
  [10, 100],
  [100, 100],
] as const
const WARM_UP = 100_000
const ROUNDS = 9
/** So many at least, because processor time is counted in hundredths of a second. */
const ENTITIES_A_ROUND = 10_000

/** How many times as much processor time one of 10,000 entities may take as one of 1,000. */
const MAX_GROWTH = 1.3
/** How long one response may block the process for others, in milliseconds. */
const MAX_STALL_MS = 50

interface Used {
  nodeMs: number
  postgresMs: number
  /** The processor time of the longest turn of the event loop; up to 5 ms may be of the turns before it. */
  stallMs: number
}

await using stage = await setStage()
const TURNS = join(stage.folder, 'turns')
const system = await startSystem({ ...stage, start: startMeasured }, 'this checkout', PROJECT)
await fill(system)

const rounds = new Map(SIZES.map((size) => [size, [] as Used[]]))
const { stallMs: coldMs } = await runRound(SIZES.at(-1)!, ENTITIES_A_ROUND)
console.log(`The first response of 10,000 entities: longest stall ${coldMs.toFixed(0)} ms`)
for (const size of SIZES) await runRound(size, WARM_UP)
for (let round = 0; round < ROUNDS; round += 1) {
  for (const size of SIZES) rounds.get(size)!.push(await runRound(size, ENTITIES_A_ROUND))
}
report()

function startMeasured(...[args, settings, folder]: Parameters<Stage['start']>): Promise<number> {
  const turns = new URL(`longest-turn.ts?to=${TURNS}`, import.meta.url)
  return stage.start(['--import', turns.href, ...args], settings, folder)
}

/** A hundred organizations with a hundred members each. */
async function fill({ databaseUrl }: System): Promise<void> {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    await database.query(`
      insert into identity.identities (id, username, display_name, house, archetype)
      select 'identity_' || n, 'member_' || n, 'Member ' || n, 'Aether', 'Keeper'
      from generate_series(1, 10000) as n;
      insert into guild.organizations (id, name, description, house, member_count, open_to_join, created_at)
      select 'organization_' || n, 'Name', 'Text', 'Aether', 100, true,
        timestamptz '2030-01-01' + n * interval '1 second' from generate_series(0, 99) as n;
      insert into guild.memberships (id, organization_id, identity_id, status, requested_at)
      select 'membership_' || n, 'organization_' || n % 100, 'identity_' || n, 'active',
        timestamptz '2030-01-01' + n * interval '1 second' from generate_series(1, 10000) as n`)
    await database.query('vacuum analyze')
  } finally {
    await database.end()
  }
}

function workOf([organizations, members]: (typeof SIZES)[number]): Work {
  const query = `query ($organizations: Int, $members: Int) {
    organizations(first: $organizations) { nodes {
      id name members(first: $members) { nodes {
        id status requestedAt member { id username displayName house archetype level }
      } }
    } }
  }`
  const body = JSON.stringify({ query, variables: { organizations, members } })
  return { of: 'router', method: 'POST', path: '/graphql', body: () => body }
}

async function runRound(size: (typeof SIZES)[number], entities: number): Promise<Used> {
  const responses = entities / (size[0] * size[1])
  const [connection] = await sideOf(system, workOf(size)).connect(1)
  await longestStall()
  const before = { node: cpuMs(system.pid), postgres: treeCpuMs(stage.postgresPid) }
  for (let response = 0; response < responses; response += 1) await connection!.ask()
  const used = { node: cpuMs(system.pid), postgres: treeCpuMs(stage.postgresPid) }
  const stallMs = await longestStall()
  await connection!.close()
  return {
    nodeMs: (used.node - before.node) / responses,
    postgresMs: (used.postgres - before.postgres) / responses,
    stallMs,
  }
}

/** Since this was last asked. */
async function longestStall(): Promise<number> {
  process.kill(system.pid, 'SIGUSR2')
  while (!existsSync(TURNS)) await delay(5)
  const text = readFileSync(TURNS, 'utf8')
  rmSync(TURNS)
  return Number(text)
}

function report(): void {
  const results = SIZES.map((size) => {
    const used = rounds.get(size)!
    const median = (name: keyof Used) =>
      used.map((round) => round[name]).toSorted((a, b) => a - b)[used.length >> 1]!
    const entities = size[0] * size[1]
    const [nodeMs, postgresMs, stallMs] = [
      median('nodeMs'),
      median('postgresMs'),
      median('stallMs'),
    ]
    const longestMs = Math.max(...used.map((round) => round.stallMs))
    console.log(
      `${String(entities).padStart(6)} entities: node ${nodeMs.toFixed(2)} ms, ` +
        `${((nodeMs / entities) * 1000).toFixed(1)} µs each; PostgreSQL ${postgresMs.toFixed(2)} ms; ` +
        `longest stall of a round ${stallMs.toFixed(0)} ms, of all ${longestMs.toFixed(0)} ms`,
    )
    return { entities, nodeMs, postgresMs, stallMs, longestMs }
  })
  const [thousand, tenThousand] = results.slice(-2)
  const growth = tenThousand!.nodeMs / 10 / thousand!.nodeMs
  reportFigures(
    'answer-size',
    [
      { name: 'node ms an entity, 10,000 to 1,000', value: growth, most: MAX_GROWTH },
      ...results.map(({ entities, stallMs }) => ({
        name: `longest turn for ${entities.toLocaleString('en')} entities, ms`,
        value: stallMs,
        most: MAX_STALL_MS,
      })),
      { name: 'longest turn of the first answer, ms', value: coldMs, most: Infinity },
    ],
    results,
  )
}
