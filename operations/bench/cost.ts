// `node operations/bench/cost.ts [--base COMMIT] [NAME…]`: what a request costs all processes of a system, beside the base.
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DASHBOARD, NEW_DASHBOARD } from './dashboard-work.ts'
import { BASE_OPTION, checkOutEarlier, MIN_RATIO } from './earlier.ts'
import { PROJECT, setStage } from './programs.ts'
import { refreshingSide, seedClient } from './refresh-work.ts'
import { compare, type Side } from './rounds.ts'
import { PEOPLE, startSystem, wrkSideOf, type System, type Work } from './system.ts'
import { freshProposals } from './votes.ts'

const WORKS: Record<string, Work> = {
  quests: { of: 'path', method: 'GET', path: '/api/quests' },
  page: { of: 'path', method: 'GET', path: '/api/quests?page=1&limit=10' },
  claims: { of: 'identity', method: 'GET', path: '/api/claims' },
  me: { of: 'identity', method: 'GET', path: '/api/me' },
  tiny: {
    of: 'router',
    method: 'POST',
    path: '/graphql',
    body: () => JSON.stringify({ query: '{ me { username } }' }),
  },
  dashboard: DASHBOARD,
  new: NEW_DASHBOARD,
  vote: {
    of: 'governance',
    method: 'POST',
    path: '/api/proposals/:id/vote',
    freshPaths: freshProposals,
    body: () => '{"vote":"yes"}',
  },
}

/** The ratio that a new operation must reach: its plan is known, but it was not at the base. */
const MIN_RATIO_NEW = 3

const { values, positionals } = parseArgs({ options: BASE_OPTION, allowPositionals: true })
const names = positionals.length > 0 ? positionals : [...Object.keys(WORKS), 'refresh']
const earlier = await checkOutEarlier(values.base)
await using stage = await setStage()
const ours = await startSystem(stage, 'this checkout', PROJECT)
const base = await startSystem(stage, earlier.commit, earlier.folder)
await using seeds = new AsyncDisposableStack()
const costs: Record<string, number> = {}

for (const name of names) {
  const work = WORKS[name]
  const sideOf = (system: System) => (work ? wrkSideOf(system, work) : refreshSideOf(system))
  const { peers } = await compare({
    name: `cost-${name}`,
    ours: await sideOf(ours),
    peers: [
      {
        ...(await sideOf(base)),
        least: work === NEW_DASHBOARD ? MIN_RATIO_NEW : MIN_RATIO,
        by: 'systemMs',
      },
    ],
    postgresPid: stage.postgresPid,
    // One for each person, who may vote only once on a proposal.
    ...(work?.freshPaths && { connections: PEOPLE }),
    rounds: 15,
    roundMs: 1_000,
  })
  costs[name] = Number((1 / peers[0]!.ratio.median).toFixed(3))
}
if (positionals.length === 0) noteLanding()

/** Each request needs the token of the response before, so that wrk cannot send them. */
async function refreshSideOf(system: System): Promise<Side> {
  const { name, pid, originOf, folder, databaseUrl } = system
  const seeded = seeds.use(await seedClient(folder, databaseUrl))
  const place = { name, origin: originOf('identity'), path: '/api/oauth/token' }
  return refreshingSide({ ...seeded, ...place }, pid)
}

/** Adds a line to the history of costs, from which `npm run bench:page` draws a picture. */
function noteLanding(): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8' })
  const [commit, date] = git('log', '-1', '--format=%h %cs').trim().split(' ')
  const line = JSON.stringify({ date, commit, base: earlier.commit, costs })
  appendFileSync(new URL('results/cost.jsonl', import.meta.url), `${line}\n`)
}
