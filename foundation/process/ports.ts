// The ports of a process. Errors name the setting of the port that cannot be used.
import { Server } from 'node:net'
import {
  portSetting,
  serviceSettings,
  type Config,
  type Configurable,
} from '#foundation/process/config.ts'
import { SettingError } from '#foundation/settings/setting.ts'

/** The address of a server, and the setting that defines it. */
export interface ListenAddress {
  host: string
  port: number
  /** The variable or option that names the port. */
  setting: string
}

/** The address of a service of this process. */
export function serviceAddress(config: Config, service: Configurable): ListenAddress {
  const { port } = serviceSettings(config, service.name)
  return { host: config.host, port, setting: portSetting(service) }
}

/** The address for metrics; none if they are served at the ports of the services. */
export function metricsAddresses(host: string, metricsPort: number | undefined): ListenAddress[] {
  return metricsPort === undefined ? [] : [{ host, port: metricsPort, setting: 'METRICS_PORT' }]
}

const PORT_ERRORS: Record<string, string | undefined> = {
  EADDRINUSE: 'in use by another program',
  EACCES: 'reserved for privileged programs',
}

/** All addresses of a machine: IPv6 and IPv4, or IPv4 alone if the kernel has no IPv6. */
const [ALL, ALL_IPV4] = ['::', '0.0.0.0']

/** Starts listening. @throws SettingError for an unusable port or host */
export async function bindPort(server: Server, address: ListenAddress): Promise<void> {
  const { host, port, setting } = address
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    if (host === ALL && error.code === 'EAFNOSUPPORT') {
      return bindPort(server, { ...address, host: ALL_IPV4 })
    }
    const about = PORT_ERRORS[error.code ?? '']
    throw new SettingError(
      about
        ? `${setting}: ${port} is ${about}. Set it to a free port.`
        : `HOST is "${host}", but must be an address of this machine.`,
    )
  })
}

/** Checks the ports of one process. @throws SettingError when two are the same */
export function requireDifferentPorts(addresses: readonly ListenAddress[]): void {
  const settings = new Map<number, string>()
  for (const { port, setting } of addresses) {
    const other = settings.get(port)
    if (other !== undefined) {
      throw new SettingError(`${other} and ${setting} are both ${port}: give each its own port.`)
    }
    settings.set(port, setting)
  }
}

/** Checks that all ports are free before anything else starts. @throws as `bindPort` */
export async function requireFreePorts(addresses: readonly ListenAddress[]): Promise<void> {
  for (const address of addresses) {
    const server = new Server()
    await bindPort(server, address)
    await new Promise((resolve) => server.close(resolve))
  }
}
