// `node operations/bench/memory.ts [REQUESTS]`: what one process keeps of a million requests of named operations,
// those of schema/operations by their text and those of registered clients by their id.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readClients, type ClientOperation } from '../../router/clients.ts'
import { residentMb } from './processes.ts'
import { PROJECT, setStage } from './programs.ts'
import type { Connection } from './rounds.ts'
import { sideOf, startSystem } from './system.ts'

const CONNECTIONS = 16
/** How often memory is read. */
const STEPS = 20

const requests = Number(process.argv[2] ?? 1_000_000)
if (!(requests >= STEPS)) throw new Error(`The number of requests must be ${STEPS} or more.`)

await using stage = await setStage()
const system = await startSystem(stage, 'this checkout', PROJECT)
const sides = bodies().map((body) =>
  sideOf(system, { of: 'router', method: 'POST', path: '/graphql', body: () => body }),
)
const connections = await Promise.all(sides.map((side) => side.connect(CONNECTIONS)))
const readings: { requests: number; residentMb: number }[] = []
for (let step = 1; step <= STEPS; step += 1) {
  await ask(Math.ceil(requests / STEPS))
  readings.push({ requests: (step * requests) / STEPS, residentMb: residentMb(system.pid) })
  console.log(
    `${readings.at(-1)!.requests} requests: ${readings.at(-1)!.residentMb.toFixed(0)} MiB`,
  )
}
await Promise.all(connections.flat().map((connection) => connection.close()))
const mbPerMillion = slope(readings.slice(STEPS / 2)) * 1_000_000
console.log(`In the second half, ${mbPerMillion.toFixed(1)} MiB more for a million requests.`)
write({ node: process.version, operations: sides.length, mbPerMillion, readings })

/** What is sent for each operation: of clients, for queries without variables. */
function bodies(): string[] {
  const folder = new URL('../../schema/operations/', import.meta.url)
  const texts = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  const clients = readClients(new URL('../../schema/clients/', import.meta.url))
  const isPlain = ({ type, body }: ClientOperation) => type === 'query' && !body.includes('$')
  const ids = clients.flatMap(({ operations }) => operations.filter(isPlain).map(({ id }) => id))
  return [
    ...texts.map((query) => JSON.stringify({ query })),
    ...ids.map((documentId) => JSON.stringify({ documentId })),
  ]
}

/** Each connection sends its operation again and again, in turn with the other operations. */
async function ask(count: number): Promise<void> {
  let left = count
  const repeat = async (places: readonly Connection[]) => {
    for (let turn = 0; left > 0; turn += 1) {
      left -= 1
      await places[turn % places.length]!.ask()
    }
  }
  const people = Array.from({ length: CONNECTIONS }, (_, person) =>
    connections.map((byPerson) => byPerson[person]!),
  )
  await Promise.all(people.map(repeat))
}

/** MiB a request, by least squares. */
function slope(points: typeof readings): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const x = mean(points.map((point) => point.requests))
  const y = mean(points.map((point) => point.residentMb))
  const covariance = mean(points.map((point) => (point.requests - x) * (point.residentMb - y)))
  return covariance / mean(points.map((point) => (point.requests - x) ** 2))
}

function write(result: object): void {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('memory.json', folder), `${JSON.stringify(result, undefined, 2)}\n`)
}
