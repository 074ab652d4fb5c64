// The parts of a manifest that the tests read.
import { subgraphs } from '../../../../subgraphs/index.ts'

export const SERVICES = subgraphs.map(({ name }) => name)

/** The port of a service in the documents, or of the router. */
export function documentedPort(name: string): number {
  return subgraphs.find((subgraph) => subgraph.name === name)?.port ?? 4000
}

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels }
  data?: Record<string, string>
  spec?: Record<string, unknown>
}

export type Labels = Record<string, string>

/** A Deployment or a Job. */
export interface Workload extends Manifest {
  spec: { template: { metadata: { labels: Labels }; spec: PodSpec } }
}

interface PodSpec {
  containers: Container[]
  initContainers?: Container[]
  automountServiceAccountToken?: boolean
  enableServiceLinks?: boolean
  securityContext: Record<string, unknown>
  terminationGracePeriodSeconds?: number
  volumes?: { secret?: { secretName: string } }[]
}

export interface Container {
  name: string
  image: string
  command?: string[]
  args?: string[]
  env?: Variable[]
  envFrom?: { configMapRef?: Reference; secretRef?: Reference }[]
  ports?: { name: string; containerPort: number }[]
  readinessProbe?: Probe
  startupProbe?: Probe
  livenessProbe?: Probe
  securityContext?: Record<string, unknown>
}

export interface Variable {
  name: string
  value?: string
  valueFrom?: { secretKeyRef: Reference & { key: string; optional?: boolean } }
}

interface Probe {
  httpGet: { path: string; port: string }
  exec?: { command: string[] }
}

interface Reference {
  name: string
}

export function ofKind(manifests: readonly Manifest[], kind: string): Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind)
}

/** What runs our pods; those of CloudNativePG are its own. */
export function workloads(manifests: readonly Manifest[]): Workload[] {
  return manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)) as Workload[]
}

/** The Deployments of the router and the services. */
export function processes(manifests: readonly Manifest[]): Workload[] {
  return workloads(manifests).filter(
    ({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] !== undefined,
  )
}

export function processOf({ spec }: Workload): Container {
  return spec.template.spec.containers[0]!
}

/** The name of the port with the metrics. */
const METRICS = 'metrics'

/** The ports of the services in a container, or of the router. */
export function servingPorts({ ports }: Container): number[] {
  return ports!.filter(({ name }) => name !== METRICS).map(({ containerPort }) => containerPort)
}

export function metricsPort({ ports }: Container): number {
  return ports!.find(({ name }) => name === METRICS)!.containerPort
}

/** The names of the services that a pod serves. */
export function servedBy({ spec }: Workload): string[] {
  return Object.keys(spec.template.metadata.labels)
    .filter((label) => label.startsWith('serves-'))
    .map((label) => label.slice('serves-'.length))
}

/** The paths of a service that its route opens, with everything below them. */
export function openPaths(manifests: readonly Manifest[], service: string): string[] {
  const route = ofKind(manifests, 'HTTPRoute').find(({ metadata }) => metadata.name === service)
  return [...JSON.stringify(route).matchAll(/"value":"([^"]+)"/g)].map(([, path]) => path!)
}
