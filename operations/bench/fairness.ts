// `node bench/fairness.ts`: how long one person's dashboard takes while another person keeps fifteen requests waiting,
// beside the base.
import { DASHBOARD, NEW_DASHBOARD } from './dashboard-work.ts'
import { BASE_OPTION, checkOutEarlier } from './earlier.ts'
import { PROJECT, setStage } from './programs.ts'
import { connectTo } from './request.ts'
import { reportFigures } from './result.ts'
import { median } from './rounds.ts'
import { startSystem, wrkSideOf, type System, type Work } from './system.ts'
import { loadByWrk } from './wrk.ts'

const CROWD = 15
const ROUNDS = 7
const ROUND_S = 4
/** What the other person sends. */
const CROWDS: Record<string, Work> = {
  dashboards: DASHBOARD,
  'new operations': NEW_DASHBOARD,
  searches: { of: 'path', method: 'GET', path: '/api/quests?search=delta' },
}

const earlier = await checkOutEarlier(BASE_OPTION.base.default)
await using stage = await setStage()
const ours = await startSystem(stage, 'this checkout', PROJECT)
const base = await startSystem(stage, earlier.commit, earlier.folder)
const figures = []
for (const [name, work] of Object.entries(CROWDS)) {
  const waits = new Map([ours, base].map((system) => [system, [] as number[]]))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const system of round % 2 === 0 ? [ours, base] : [base, ours]) {
      const ms = await waitBeside(system, work)
      // The first round warms both up.
      if (round > 0) waits.get(system)!.push(ms)
      console.log(`${name.padEnd(16)} ${system.name.padEnd(16)} ${ms.toFixed(1)} ms`)
    }
  }
  const value = median(waits.get(ours)!) / median(waits.get(base)!)
  figures.push({ name: `a dashboard beside ${CROWD} ${name}, to ${base.name}`, value, most: 1 })
}
reportFigures('fairness', figures)

/** The median of the milliseconds that the last person's dashboards take while the first person sends this work. */
async function waitBeside(system: System, work: Work): Promise<number> {
  const requests = await wrkSideOf(system, work).wrk!()
  const crowd = loadByWrk(
    { ...requests, headers: [requests.headers[0]!] },
    { connections: CROWD, seconds: ROUND_S },
  )
  const { of, method, path, body } = DASHBOARD
  const person = connectTo({
    origin: system.originOf(of),
    method,
    path: () => path,
    headers: () => Promise.resolve(requests.headers.at(-1)!),
    body: body!(system.people),
  })
  const waits: number[] = []
  const end = performance.now() + ROUND_S * 1_000
  for (let began = performance.now(); began < end; began = performance.now()) {
    await person.ask()
    waits.push(performance.now() - began)
  }
  await crowd
  await person.close()
  return median(waits)
}
