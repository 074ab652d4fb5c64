// Processes behind balancers, each with a service secret of its own.
import { pino } from 'pino'
import type { Log } from '#foundation/telemetry/log.ts'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import { readConfig } from '#foundation/process/config.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import { subgraphs } from '../../../subgraphs/index.ts'
import { startBalancer, type Balancer } from '#test/balancer.ts'
import { freePorts } from '#test/ports.ts'
import { startAlone, type TestSystem } from '#test/system.ts'

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
      const common = { config, databaseUrlOf, log, now: () => new Date() } as const
      const running = await startAlone({ ...common, execution: 'compiled' }, name)
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
