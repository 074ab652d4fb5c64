// `node operations/bench/dashboard.ts`: the dashboard query, everything in one process, beside other gateways and a handler that
// sends the same statements.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DASHBOARD } from './dashboard-work.ts'
import { HIVE, HIVE_RUST, startGatewayOver, STOCK, type Gateway } from './gateways.ts'
import { startPeer } from './peer-program.ts'
import { PROJECT, setStage, type Stage } from './programs.ts'
import { requireSameResponses } from './request.ts'
import { compare, type Peer } from './rounds.ts'
import { sideOf, startSystem, type System } from './system.ts'

await using stage = await setStage()
const statements = join(stage.folder, 'statements.json')
const ours = await startSystem(stage, 'this checkout', PROJECT, {
  nodeOptions: ['--import', join(PROJECT, 'operations/bench/recorded-statements.ts')],
  settings: { RECORDED_STATEMENTS: statements },
})
const gateways = [
  await startGateway(STOCK, 2.5),
  await startGateway(HIVE, 2),
  await startGateway(HIVE_RUST, 2),
]
await requireSameResponses([sideOf(ours, DASHBOARD), ...gateways])

await compare({
  name: 'dashboard',
  ours: sideOf(ours, DASHBOARD),
  peers: [await startBare(stage, ours), ...gateways],
  postgresPid: stage.postgresPid,
})

async function startGateway(gateway: Gateway, least: number): Promise<Peer> {
  const started = await startGatewayOver(stage, ours, gateway)
  return { ...sideOf(started, DASHBOARD), least }
}

/** The handler by hand, on the same database. */
async function startBare(setting: Stage, system: System): Promise<Peer> {
  const [connection] = await sideOf(system, DASHBOARD).connect(1)
  // Prepared and compiled before it is recorded.
  for (let times = 0; times < 5; times += 1) await connection!.ask()
  process.kill(system.pid, 'SIGUSR2')
  const response = join(setting.folder, 'answer.json')
  writeFileSync(response, String(await connection!.ask()))
  process.kill(system.pid, 'SIGUSR2')
  await connection!.ask()
  await connection!.close()
  const { pid, origin } = await startPeer(setting, 'dashboard', [
    system.databaseUrl,
    statements,
    response,
  ])
  const bare = { ...system, name: 'bare handler, pipelined', pid, originOf: () => origin }
  return { ...sideOf(bare, DASHBOARD), least: 0.5 }
}
