// `node operations/bench/apart.ts`: the dashboard query with the router and each service as a process of its own,
// beside an earlier commit; and the router's own work beside bare requests to the services.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DASHBOARD, DASHBOARD_QUERY } from './dashboard-work.ts'
import { BASE_OPTION, checkOutEarlier, MIN_RATIO } from './earlier.ts'
import { HIVE_RUST, startGatewayOver, STOCK, type Gateway } from './gateways.ts'
import { startPeer } from './peer-program.ts'
import { PROJECT, setStage } from './programs.ts'
import { recordFetches } from './recorded-fetches.ts'
import { requireSameResponses } from './request.ts'
import { compare, type Peer, type Side } from './rounds.ts'
import { SERVICE_SECRET, sideOf, startApart, type System } from './system.ts'

const { values } = parseArgs({ options: BASE_OPTION })
const earlier = await checkOutEarlier(values.base)
await using stage = await setStage()
const ours = await startApart(stage, 'this checkout', PROJECT)
const before = await startApart(stage, earlier.commit, earlier.folder)

await compare({
  name: 'apart',
  ours: sideOf(ours, DASHBOARD),
  peers: [{ ...sideOf(before, DASHBOARD), least: MIN_RATIO, by: 'nodeMs' }],
  postgresPid: stage.postgresPid,
})

const gateways = [await startGateway(STOCK), await startGateway(HIVE_RUST)]
await requireSameResponses([sideOf(ours, DASHBOARD), ...gateways])
await compare({
  name: 'router',
  ours: alone(ours),
  peers: [await startPosts(), { ...alone(before), least: MIN_RATIO, by: 'nodeMs' }, ...gateways],
  postgresPid: stage.postgresPid,
})

/** Only the processor time of the router. */
function alone({ otherPids: _services, ...router }: System): Side {
  return sideOf(router, DASHBOARD)
}

async function startGateway(gateway: Gateway): Promise<Peer> {
  const system = await startGatewayOver(stage, ours, gateway)
  return { ...alone(system), least: 1, by: 'nodeMs' }
}

/** As many requests to the services by undici alone. */
async function startPosts(): Promise<Peer> {
  const file = join(stage.folder, 'fetches.json')
  writeFileSync(file, JSON.stringify(await recordFetches(ours, DASHBOARD_QUERY)))
  const { pid, origin } = await startPeer(stage, 'posts', [file], { SERVICE_SECRET })
  const posts = { ...ours, name: 'the same posts by undici', pid, originOf: () => origin }
  return { ...alone(posts), least: 1, by: 'nodeMs', allowanceMs: 0.8 }
}
