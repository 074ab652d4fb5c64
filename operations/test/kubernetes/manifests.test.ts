// operations/kubernetes: built by kubectl, held against the official schemas, and against what the processes need.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { subgraphs } from '../../../subgraphs/index.ts'
import { allSettings } from '../../../subgraphs/settings.ts'
import { build } from './support/kubectl.ts'
import {
  documentedPort,
  metricsPort,
  ofKind,
  processes,
  processOf,
  servedBy,
  SERVICES,
  servingPorts,
  workloads,
  type Container,
  type Labels,
  type Manifest,
  type Variable,
} from './support/manifest.ts'
import { schemaErrors, unknownFields } from './support/schemas.ts'

/** Seconds that a process takes to drain: docs/operations/start-and-stop.md, "Shutdown". */
const DRAIN_SECONDS = 10

/** The Secrets that the guide creates, and those that CloudNativePG makes for a cluster with the name `database`. */
const SECRETS = ['ecosystem', 'database-passwords', 'object-store', 'tls']
const SECRETS_OF_THE_CLUSTER = ['database-app', 'database-ca']

describe.each(['small', 'large'])('%s', (size) => {
  let manifests: Manifest[]
  beforeAll(async () => {
    manifests = await build(size)
  })

  const settings = () => ofKind(manifests, 'ConfigMap')[0]!.data!

  test('every manifest fits its schema', async () => {
    expect((await Promise.all(manifests.map(schemaErrors))).flat()).toEqual([])
    expect(await unknownFields(manifests)).toBe('')
  })

  test('every pod is restricted', () => {
    for (const { metadata, spec } of workloads(manifests)) {
      const pod = spec.template.spec
      expect(pod, metadata.name).toMatchObject({
        automountServiceAccountToken: false,
        // A Service with the name `path` would set PATH_PORT.
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      expect(pod.securityContext.runAsUser).toBeGreaterThan(0)
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(container.securityContext, container.name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container).toHaveProperty('resources.limits.memory')
      }
    }
  })

  test('each service is served once, on its documented port', () => {
    const served = processes(manifests).flatMap(servedBy)
    expect(served.sort()).toEqual([...SERVICES].sort())
    for (const workload of processes(manifests)) {
      const ports = servingPorts(processOf(workload))
      const own = servedBy(workload).map(documentedPort)
      expect(new Set(ports)).toEqual(new Set(own.length === 0 ? [4000] : own))
      expect(metricsPort(processOf(workload))).toBe(Number(settings().METRICS_PORT))
    }
    for (const name of [...SERVICES, 'router']) {
      const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === name)!
      expect(service.spec).toMatchObject({ ports: [{ port: documentedPort(name) }] })
      expect(selectedBy(service.spec!.selector as Labels)).toHaveLength(1)
    }
  })

  test('each process is probed, and has the time to end', () => {
    const delay = Number(settings().SHUTDOWN_DELAY_SECONDS)
    for (const workload of processes(manifests)) {
      expect(processOf(workload)).toMatchObject({
        startupProbe: startupProbeOf(processOf(workload)),
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
        livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
      })
      const grace = workload.spec.template.spec.terminationGracePeriodSeconds
      expect(grace).toBeGreaterThan(delay + DRAIN_SECONDS)
    }
  })

  test('secrets are references, and each pod has those of its services alone', () => {
    for (const workload of processes(manifests)) {
      const names = processOf(workload)
        .env!.filter(isSecret)
        .map(({ name }) => name)
      const own = subgraphs.filter(({ name }) => servedBy(workload).includes(name))
      const passwords = own.map(({ settings: prefix }) => `${prefix}_DATABASE_PASSWORD`)
      const ofIdentity = ['KEY_ENCRYPTION_KEY', 'SMTP_URL']
      const more = servedBy(workload).includes('identity') ? ofIdentity : []
      expect(names.sort()).toEqual(['SERVICE_SECRET', ...passwords, ...more].sort())
    }
    const text = JSON.stringify(manifests)
    const references = [
      ...text.matchAll(
        /"(?:secretKeyRef|secretRef|certificateRefs|\w+Id|secretAccessKey)":\[?(\{[^}]*\})/g,
      ),
    ]
    const named = references.map(
      ([, reference]) => (JSON.parse(reference!) as { name: string }).name,
    )
    const mounted = [...text.matchAll(/"secretName":"([^"]+)"/g)].map(([, name]) => name!)
    const known = [...SECRETS, ...SECRETS_OF_THE_CLUSTER]
    expect(new Set([...named, ...mounted])).toEqual(new Set(known))
    expect(ofKind(manifests, 'Secret')).toEqual([])
  })

  test('there is every setting, and every service has its addresses', () => {
    const known = allSettings().map(({ name }) => name)
    for (const subgraph of subgraphs) {
      const { [`${subgraph.settings}_INTERNAL_URL`]: internal } = settings()
      expect(internal).toBe(`http://${subgraph.name}:${subgraph.port}`)
      expect(settings()[`${subgraph.settings}_BASE_URL`]).toMatch(/^https:/)
    }
    const others = Object.keys(settings()).filter((name) => !/_(BASE|INTERNAL)_URL$/.test(name))
    for (const name of others) expect(known).toContain(name)
  })

  test('an upgrade as the page says applies every manifest, Identity first and the router last', () => {
    const page = readFileSync(
      new URL('../../../docs/operations/kubernetes.md', import.meta.url),
      'utf8',
    )
    const [, list] = /^for SELECTOR in ([^;]*);/m.exec(page)!
    const steps = list!
      .replaceAll("'", '')
      .split(/[\s\\]+/)
      .map((selector) => manifests.filter(({ metadata }) => isSelected(metadata.labels, selector)))
    expect(new Set(steps.flat()).size).toBe(manifests.length)
    const [others, first, , last] = steps.map(processes)
    expect(others).toEqual([])
    expect(first!.map(servedBy)).toEqual([expect.arrayContaining(['identity'])])
    expect(last!.map(({ metadata }) => metadata.name)).toEqual(['router'])
  })

  test('what a budget or an autoscaler selects is there', () => {
    const budgets = ofKind(manifests, 'PodDisruptionBudget')
    const autoscalers = ofKind(manifests, 'HorizontalPodAutoscaler')
    const names = processes(manifests).map(({ metadata }) => metadata.name)
    const scaled = autoscalers.map(({ metadata }) => metadata.name)
    expect(scaled.sort()).toEqual(size === 'large' ? names.sort() : [])
    for (const { spec } of autoscalers) expect(spec!.minReplicas).toBeGreaterThan(1)
    for (const { spec } of budgets) expect(spec!.maxUnavailable).toBe(1)
    for (const name of scaled) {
      const labels = { 'app.kubernetes.io/name': name }
      const own = budgets.filter(({ spec }) => hasLabels(spec!.selector, labels))
      expect(own).toHaveLength(1)
      expect(selectedBy(labels)).toHaveLength(1)
    }
  })

  function selectedBy(labels: Labels) {
    return workloads(manifests).filter(({ spec }) =>
      Object.entries(labels).every(([key, value]) => spec.template.metadata.labels[key] === value),
    )
  }
})

/** One service is up when its port is; of several, each port has to be ready. */
function startupProbeOf(container: Container): object {
  const numbers = servingPorts(container)
  if (numbers.length === 1) return { httpGet: { path: '/healthz', port: 'http' } }
  const script = expect.stringContaining(`[${numbers.join(', ')}]`) as unknown
  return { exec: { command: ['node', '-e', script] } }
}

/** A selector of kubectl: `!key` or `key=value`. */
function isSelected(labels: Labels = {}, selector: string): boolean {
  if (selector.startsWith('!')) return labels[selector.slice(1)] === undefined
  const [key, value] = selector.split('=')
  return labels[key!] === value
}

function isSecret({ valueFrom }: Variable): boolean {
  return valueFrom !== undefined
}

function hasLabels(selector: unknown, labels: Labels): boolean {
  return (
    JSON.stringify((selector as { matchLabels: Labels }).matchLabels) === JSON.stringify(labels)
  )
}
