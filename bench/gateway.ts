// `node bench/gateway.ts`: the query of the public gateway benchmark, over subgraphs that cost nothing.
import { writeFileSync } from 'node:fs'
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
const [port, subgraphsPort] = (await freePorts(2)) as [number, number]
const file = join(stage.folder, 'benchmark.graphql')
writeFileSync(file, compose(`http://127.0.0.1:${subgraphsPort}`))
await stage.start(['bench/free-subgraphs.ts', String(subgraphsPort)], {}, PROJECT)
const args = ['router/main.ts', '--supergraph', file, '--port', String(port)]
const settings = { LOG_LEVEL: 'warn', ROUTER_BASE_URL: `http://127.0.0.1:${port}` }
const pid = await stage.start([...composeOptions('router'), ...args], settings, PROJECT)
const ours = sideAt('this checkout', pid, `http://127.0.0.1:${port}`)
const peers = [
  await startGateway(STOCK, 6),
  await startGateway(HIVE, 2.5),
  await startGateway(HIVE_RUST, 2.5),
]
await requireSameResponses([ours, ...peers])
await compare({ name: 'gateway', ours, peers, postgresPid: stage.postgresPid })

async function startGateway({ name, program, args }: Gateway, least: number): Promise<Peer> {
  const started = await startPeer(stage, program, [file, ...args])
  return { ...sideAt(name, started.pid, started.origin), least }
}

/** Each connection is another caller: one gateway asks once for what several callers ask at a time. */
function sideAt(name: string, gatewayPid: number, origin: string): Side {
  const connectAs = (caller: number) => {
    const own = { authorization: `Bearer ${caller}`, 'content-type': 'application/json' }
    const headers = () => Promise.resolve(own)
    return connectTo({ origin, method: 'POST', path: () => '/graphql', headers, body })
  }
  return {
    name,
    pids: [gatewayPid],
    connect: (count) => Promise.resolve(Array.from({ length: count }, (_, at) => connectAs(at))),
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
