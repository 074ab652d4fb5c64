// The processes of a size as its manifests describe them, each in a sandbox with the restrictions of its pod.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../../foundation/postgres/embedded.ts'
import { giveSchemas, serviceUrl } from '../../../../foundation/postgres/service-roles.ts'
import { testLog } from '../../../../test/support/caller.ts'
import { freePorts } from '../../../../test/support/ports.ts'
import { startValkey } from '../../support/valkey.ts'
import { subgraphs } from '../../../../subgraphs/index.ts'
import type { Image } from './image.ts'
import { build } from './kubectl.ts'
import {
  ofKind,
  processes,
  processOf,
  type Container,
  type Manifest,
  type Variable,
  type Workload,
} from './manifest.ts'
import { startSandboxed, type Sandboxed } from './sandbox.ts'

export interface Pod {
  workload: Workload
  /** The address of its metrics. */
  metrics: string
  settings: Record<string, string>
  process: Sandboxed
}

export interface Pods extends AsyncDisposable {
  manifests: Manifest[]
  pods: Pod[]
  /** The address of a port of the manifests, on this machine. */
  address(port: number): string
}

const SECRETS: Readonly<Record<string, string>> = {
  SERVICE_SECRET: 'a secret that only these tests know',
  KEY_ENCRYPTION_KEY: Buffer.alloc(32, 'key').toString('base64'),
}

/** Starts every process of the size, once, on free ports, with an empty database that has the roles of the services. */
export async function startPods(image: Image, size: string): Promise<Pods> {
  await using resources = new AsyncDisposableStack()
  const manifests = await build(size)
  const databaseUrl = await startDatabase(resources)
  const documented = [4000, ...subgraphs.map(({ port }) => port)]
  const workloads = processes(manifests)
  const free = await freePorts(documented.length + workloads.length + 1)
  const valkey = await startValkey(free.pop()!)
  resources.defer(() => valkey.stop())
  const ports = new Map(documented.map((port) => [port, free.pop()!]))
  const address = (port: number) => `http://127.0.0.1:${ports.get(port)}`
  const shared = { ...ofKind(manifests, 'ConfigMap')[0]!.data, VALKEY_URL: valkey.url }
  const own = { ...portSettings(ports), ...inThisMachine(shared, address) }

  const pods: Pod[] = []
  for (const workload of workloads) {
    const container = processOf(workload)
    // Pods have an address each, and these processes one.
    const port = free.pop()!
    const more = { ...environmentOf(container, databaseUrl), METRICS_PORT: String(port) }
    const settings = { ...own, ...more }
    const process = await startSandboxed(image, container.args!, settings)
    resources.defer(() => end(process))
    pods.push({ workload, metrics: `http://127.0.0.1:${port}`, settings, process })
  }
  const started = resources.move()
  return { manifests, pods, address, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/** A server that is reached over TCP: no pod has the folder of its socket. */
async function startDatabase(resources: AsyncDisposableStack): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-kubernetes-'))
  await chmod(dataDir, 0o755)
  resources.defer(() => rm(dataDir, { recursive: true }))
  const server = await startEmbeddedPostgres({ dataDir, log: testLog, durable: false })
  resources.defer(() => removeEmbeddedPostgres(dataDir))
  resources.defer(() => server.stop())
  await giveSchemas(server.url, subgraphs)
  return server.url
}

async function end({ pid, ended }: Sandboxed): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
  await ended()
}

function portSettings(ports: ReadonlyMap<number, number>): Record<string, string> {
  const own = subgraphs.map(({ settings, port }) => [`${settings}_PORT`, String(ports.get(port))])
  return Object.fromEntries([['ROUTER_PORT', String(ports.get(4000))], ...own]) as Record<
    string,
    string
  >
}

/** The settings with the names of Services in the cluster replaced by addresses of this machine. */
function inThisMachine(
  settings: Record<string, string>,
  address: (port: number) => string,
): Record<string, string> {
  const entries = Object.entries(settings).map(([name, value]) => [
    name,
    name.endsWith('_INTERNAL_URL') ? address(Number(new URL(value).port)) : value,
  ])
  return Object.fromEntries(entries) as Record<string, string>
}

/** The variables of a container, without those whose Secret need not exist. */
function environmentOf({ env = [] }: Container, databaseUrl: string): Record<string, string> {
  const known = env.filter(({ valueFrom }) => valueFrom?.secretKeyRef.optional !== true)
  return Object.fromEntries(
    known.map((variable) => [variable.name, valueOf(variable, databaseUrl)]),
  )
}

function valueOf({ value, valueFrom }: Variable, databaseUrl: string): string {
  if (valueFrom) return SECRETS[valueFrom.secretKeyRef.key] ?? 'unused-here'
  const [, service, query] = /^postgres:\/\/ecosystem_(\w+):.*\?(.*)$/.exec(value!) ?? []
  if (!service) return value!
  const url = new URL(serviceUrl(databaseUrl, service))
  // The server of the tests has no TLS.
  if (query!.includes('pgbouncer=true')) url.searchParams.set('pgbouncer', 'true')
  return url.href
}
