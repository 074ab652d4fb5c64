// Rotates the service secrets of processes behind balancers one after the other, under load.
import { pino } from 'pino'
import { vi } from 'vitest'
import type { Log } from '#foundation/telemetry/log.ts'
import { createRuntime } from '#foundation/service/runtime.ts'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import { readConfig, type Config } from '#foundation/process/config.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import { startRouterAlone } from '../../../router/alone.ts'
import { hostServices, type HostOptions } from '../../../subgraphs/host.ts'
import { subgraphs } from '../../../subgraphs/index.ts'
import { startBalancer, type Balancer } from '#test/balancer.ts'
import { send, type TestResponse, type Sent } from '#test/http.ts'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT } from '#test/process.ts'
import type { TestSystem } from '#test/system.ts'

export interface LogLine {
  level: number
  msg: string
  [field: string]: unknown
}

/** A process behind the balancer of its kind. */
export interface BalancedProcess extends AsyncDisposable {
  address: string
  lines: readonly LogLine[]
}

export interface Site extends AsyncDisposable {
  /** The address of the balancer for a service or the routers. */
  address(name: string): string
  /** Starts a service or a router with this `SERVICE_SECRET`, and adds it to its balancer. */
  start(name: string, secret: string, more?: Environment): Promise<BalancedProcess>
}

/** Balancers, and processes on the database and keys of a system. */
export async function startSite(system: TestSystem, names: readonly string[]): Promise<Site> {
  const resources = new AsyncDisposableStack()
  const balancers = new Map<string, Balancer>()
  for (const name of names) balancers.set(name, resources.use(await startBalancer()))
  const address = (name: string) => balancers.get(name)!.address
  const databaseUrlOf = (name: string) => serviceUrl(system.databaseUrl, name)
  return {
    address,
    async start(name, secret, more = {}) {
      const [port] = await freePorts(1)
      const prefix = subgraphs.find((known) => known.name === name)?.settings ?? 'ROUTER'
      const settings = {
        ...system.config.env,
        ID_INTERNAL_URL: address('identity'),
        PATH_INTERNAL_URL: address('path'),
        [`${prefix}_PORT`]: String(port),
        SERVICE_SECRET: secret,
        ...more,
      }
      const config = readConfig(settings, subgraphs)
      const lines: LogLine[] = []
      const write = (line: string) => void lines.push(JSON.parse(line) as LogLine)
      const log: Log = pino({ level: 'warn' }, { write })
      const running = await startIn(name, { config, databaseUrlOf, log })
      const own = `http://127.0.0.1:${port}`
      balancers.get(name)!.add(own)
      const stop = async () => {
        await balancers.get(name)!.remove(own)
        await running.disposeAsync()
      }
      let stopped: Promise<void> | undefined
      const started: BalancedProcess = {
        address: own,
        lines,
        [Symbol.asyncDispose]: () => (stopped ??= stop()),
      }
      return resources.use(started)
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function startIn(
  name: string,
  common: Pick<HostOptions, 'databaseUrlOf'> & { config: Config; log: Log },
): Promise<AsyncDisposableStack> {
  const now = () => new Date()
  if (name === 'router') return startRouterAlone({ ...common, now, supergraph: undefined })
  await using resources = new AsyncDisposableStack()
  const serviceSecrets = common.config.serviceSecrets!
  const runtime = resources.use(await createRuntime({ ...common, now, serviceSecrets, self: name }))
  const hosted = subgraphs.filter((subgraph) => subgraph.name === name)
  const hosting = { ...common, runtime, subgraphs: hosted, execution: 'compiled' as const }
  resources.use(await hostServices({ ...hosting, peersOverHttp: true }))
  return resources.move()
}

export type LoadRequest = () => [url: string, sent: Sent]

export interface RunningLoad {
  responses: readonly TestResponse[]
  /** Waits for so many more responses. */
  more(count: number): Promise<void>
  stop(): Promise<void>
}

/** Sends the requests again and again, in two loops half a round apart. */
export function startLoop(requests: readonly LoadRequest[]): RunningLoad {
  const responses: TestResponse[] = []
  const over = new AbortController()
  const loop = async (start: number) => {
    for (let turn = start; !over.signal.aborted; turn += 1) {
      const [url, sent] = requests[turn % requests.length]!()
      responses.push(await send(url, sent))
    }
  }
  const running = Promise.all([loop(0), loop(Math.ceil(requests.length / 2))])
  return {
    responses,
    more: async (count) => {
      const until = responses.length + count
      await Promise.race([running, vi.waitUntil(() => responses.length >= until, TIMEOUT)])
    },
    async stop() {
      over.abort()
      await running
    },
  }
}
