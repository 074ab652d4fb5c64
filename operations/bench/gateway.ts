// `node operations/bench/gateway.ts`: the query of the public gateway benchmark, over subgraphs that cost nothing, with 16 callers
// and with one on all connections.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { freePorts } from '#test/ports.ts'
import { BENCHMARK_QUERY, benchmarkSubgraphs } from './benchmark-subgraphs.ts'
import { HIVE, HIVE_RUST, STOCK, type Gateway } from './gateways.ts'
import { startPeer } from './peer-program.ts'
import { composeOptions, PROJECT, setStage } from './programs.ts'
import { connectTo, requireSameResponses } from './request.ts'
import { compare, type Peer, type Side } from './rounds.ts'

const body = JSON.stringify({ query: BENCHMARK_QUERY })

await using stage = await setStage()
const [port, otherPort, subgraphsPort] = (await freePorts(3)) as [number, number, number]
const file = join(stage.folder, 'benchmark.graphql')
writeFileSync(file, compose(`http://127.0.0.1:${subgraphsPort}`))
const subgraphsPid = await stage.start(
  ['operations/bench/free-subgraphs.ts', String(subgraphsPort)],
  {},
  PROJECT,
)
const ours = await startRouter('this checkout', port)
const inRust = await startGrafbase(`http://127.0.0.1:${subgraphsPort}`)
const others = [
  { ...(await startGateway(STOCK)), least: 6 },
  { ...(await startGateway(HIVE)), least: 2.5 },
  { ...(await startGateway(HIVE_RUST)), least: 2.5 },
]
await requireSameResponses([ours, inRust, ...others].map((gateway) => sideOf(gateway)))

const { postgresPid } = stage
await compare({
  name: 'gateway',
  ours: sideOf(ours),
  peers: [
    ...others.map((gateway): Peer => ({ ...sideOf(gateway), least: gateway.least })),
    { ...sideOf(inRust), least: 1, by: 'nodeMs' },
  ],
  postgresPid,
})
const inTurn = { postgresPid, rounds: 8 }
const withSubgraphs = { withSubgraphs: true }
await compare({
  name: 'gateway-subgraphs',
  ours: sideOf(ours, withSubgraphs),
  peers: [{ ...sideOf(inRust, withSubgraphs), least: 1.18, by: 'nodeMs' }],
  ...inTurn,
})
const oneCaller = { callers: 1 }
await compare({
  name: 'gateway-caller',
  ours: sideOf(ours, oneCaller),
  peers: [{ ...sideOf(inRust, oneCaller), least: 1, by: 'nodeMs' }],
  ...inTurn,
})
await compare({
  name: 'gateway-caller-subgraphs',
  ours: sideOf(ours, { ...oneCaller, ...withSubgraphs }),
  peers: [{ ...sideOf(inRust, { ...oneCaller, ...withSubgraphs }), least: 1, by: 'nodeMs' }],
  ...inTurn,
})
const { pids: otherPids } = await startRouter('the same', otherPort)
const balancer = await startPeer(stage, 'balancer', [stage.folder, `${port}`, `${otherPort}`])
const twoProcesses: GatewayProgram = {
  name: 'two processes behind HAProxy',
  origin: balancer.origin,
  pids: [balancer.pid, ...ours.pids, ...otherPids],
}
await compare({
  name: 'gateway-processes',
  ours: sideOf(twoProcesses),
  peers: [
    { ...sideOf({ ...ours, name: 'one process' }), least: 1 },
    { ...sideOf(inRust), least: 0.9 },
  ],
  ...inTurn,
})

interface GatewayProgram {
  name: string
  origin: string
  pids: readonly number[]
}

async function startRouter(name: string, at: number): Promise<GatewayProgram> {
  const origin = `http://127.0.0.1:${at}`
  const args = ['router/main.ts', '--supergraph', file, '--port', String(at)]
  const settings = { LOG_LEVEL: 'warn', ROUTER_BASE_URL: origin }
  const pid = await stage.start([...composeOptions('router'), ...args], settings, PROJECT)
  return { name, origin, pids: [pid] }
}

async function startGateway({ name, program, args }: Gateway): Promise<GatewayProgram> {
  const { origin, pid } = await startPeer(stage, program, [file, ...args])
  return { name, origin, pids: [pid] }
}

/** It composes the subgraphs itself, and passes on the caller's token. */
async function startGrafbase(subgraphs: string): Promise<GatewayProgram> {
  const folder = join(stage.folder, 'grafbase')
  mkdirSync(folder)
  const tables = Object.entries(benchmarkSubgraphs).map(([name, { sdl }]) => {
    writeFileSync(join(folder, `${name}.graphql`), sdl)
    return `[subgraphs.${name}]\nurl = "${subgraphs}/${name}"\nschema_path = "${name}.graphql"\n`
  })
  const header = '[[headers]]\nrule = "forward"\nname = "authorization"\n'
  writeFileSync(join(folder, 'grafbase.toml'), [header, ...tables].join('\n'))
  const { origin, pid } = await startPeer(stage, 'grafbase', [folder])
  return { name: 'Grafbase, Rust', origin, pids: [pid] }
}

/** With 16 callers, each connection is another's: some gateways ask once for what one caller asks at a time. */
function sideOf(
  { name, origin, pids }: GatewayProgram,
  { callers = 16, withSubgraphs: counts = false } = {},
): Side {
  const headers = Array.from({ length: callers }, (_, caller) => ({
    authorization: `Bearer ${caller}`,
    'content-type': 'application/json',
  }))
  const request = { origin, method: 'POST' as const, body }
  const path = '/graphql'
  return {
    name,
    pids: counts ? [...pids, subgraphsPid] : pids,
    wrk: () => Promise.resolve({ ...request, paths: [path], headers }),
    connect: (count) =>
      Promise.resolve(
        Array.from({ length: count }, (_, at) => {
          const own = headers[at % callers]!
          return connectTo({ ...request, path: () => path, headers: () => Promise.resolve(own) })
        }),
      ),
  }
}

/** The supergraph. @throws when the subgraphs do not compose */
function compose(origin: string): string {
  const services = Object.entries(benchmarkSubgraphs).map(([name, { sdl }]) => ({
    name,
    url: `${origin}/${name}`,
    typeDefs: parse(sdl),
  }))
  const { supergraphSdl, errors } = composeServices(services)
  if (supergraphSdl === undefined) throw new AggregateError(errors ?? [])
  return supergraphSdl
}
