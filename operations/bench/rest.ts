// `node operations/bench/rest.ts`: documented paths beside the handlers that one would write by hand.
import { fileURLToPath } from 'node:url'
import { freePorts } from '#test/ports.ts'
import { setStage } from './programs.ts'
import { compare, type Peer } from './rounds.ts'
import { PEOPLE, startSystem, wrkSideOf, type System, type Work } from './system.ts'
import { freshProposals } from './votes.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

const WORKS: Record<string, Work> = {
  'rest-quests': { of: 'path', method: 'GET', path: '/api/quests' },
  'rest-page': { of: 'path', method: 'GET', path: '/api/quests?page=1&limit=10' },
  'rest-claims': { of: 'identity', method: 'GET', path: '/api/claims' },
  'rest-vote': {
    of: 'governance',
    method: 'POST',
    path: '/api/proposals/:id/vote',
    freshPaths: freshProposals,
    body: () => '{"vote":"yes"}',
  },
}

/** With request id, token and revocation remembered, limits, latency histogram and page rules. */
const SAME_DUTIES = { name: 'Express and pg, same duties', duties: ['duties'], least: 1 }
const BARE = { name: 'Express and pg, bare', duties: [], least: 0.5 }

await using stage = await setStage()
const ours = await startSystem(stage, 'this checkout', PROJECT)
const peers = [await startPeer(SAME_DUTIES), await startPeer(BARE)]

for (const [name, work] of Object.entries(WORKS)) {
  await compare({
    name,
    ours: wrkSideOf(ours, work),
    peers: peers.map(({ least, ...system }): Peer => ({ ...wrkSideOf(system, work), least })),
    postgresPid: stage.postgresPid,
    // One for each person, who may vote only once on a proposal.
    ...(work.freshPaths && { connections: PEOPLE }),
  })
}

/** A program on the database of ours, for the same people. */
async function startPeer({
  name,
  duties,
  least,
}: typeof SAME_DUTIES): Promise<System & { least: number }> {
  const [port] = (await freePorts(1)) as [number]
  const args = [String(port), ours.databaseUrl, ours.keysUrl, ...duties]
  const pid = await stage.start(['operations/bench/peers/rest.ts', ...args], {}, PROJECT)
  const origin = `http://127.0.0.1:${port}`
  return { ...ours, name, pid, least, originOf: () => origin }
}
