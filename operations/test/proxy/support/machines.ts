// The two machines of operations/proxy/haproxy.cfg, as addresses of this one, on which an installation's processes listen.
import type { Installation } from '#test/installation.ts'
import type { Program } from '#test/process.ts'
import { subgraphs } from '../../../../subgraphs/index.ts'

/** Linux has the whole of 127.0.0.0/8. */
export const PROXY_HOST = '127.0.0.10'
export const MACHINES = ['127.0.0.11', '127.0.0.12'] as const

/** A service or the router. Its label is the first one of its host, and its prefix in one domain. */
export interface Place {
  name: string
  label: string
  /** The start of the names of its settings. */
  settings: string
  /** The port in the files and the documents. */
  documentedPort: number
}

export const ROUTER: Place = {
  name: 'router',
  label: 'api',
  settings: 'ROUTER',
  documentedPort: 4000,
}
export const SERVICES: readonly Place[] = subgraphs.map(({ name, settings, port }) => ({
  name,
  label: settings.toLowerCase(),
  settings,
  documentedPort: port,
}))
export const PLACES: readonly Place[] = [...SERVICES, ROUTER]

/** Its port in the installation. */
export function portOf({ settings }: Installation, place: Place): number {
  return Number(settings[`${place.settings}_PORT`])
}

/** The setting that leads every process to the services at this host. */
export function internalUrls(home: Installation, host: string): Record<string, string> {
  const urls = SERVICES.map((place) => [
    `${place.settings}_INTERNAL_URL`,
    `http://${host}:${portOf(home, place)}`,
  ])
  return Object.fromEntries(urls) as Record<string, string>
}

/** What a process of the installation runs: a list of services, or the router. */
export type Role = readonly string[] | 'router'

/** Starts a process at this address, from the project's folder or another. */
export function startAt(
  home: Installation,
  role: Role,
  { host, settings, folder }: { host: string; settings?: Record<string, string>; folder?: string },
): Promise<Program> {
  const more = { ...settings, HOST: host }
  if (role === 'router') return home.start(['router/main.ts'], more, folder)
  return home.start(['subgraphs/main.ts'], { ...more, SERVICES: role.join() }, folder)
}
