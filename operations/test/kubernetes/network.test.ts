// Who reaches what in operations/kubernetes: the hosts and paths of its routes, and its NetworkPolicies.
import { beforeAll, describe, expect, test } from 'vitest'
import { subgraphs } from '../../../subgraphs/index.ts'
import { documentedPaths } from '../proxy/support/public-addresses.ts'
import { build } from './support/kubectl.ts'
import {
  documentedPort,
  metricsPort,
  ofKind,
  openPaths,
  processes,
  processOf,
  SERVICES,
  servingPorts,
  type Container,
  type Manifest,
} from './support/manifest.ts'
import { mayConnect, type Peer } from './support/policies.ts'

describe.each(['small', 'large'])('%s', (size) => {
  let manifests: Manifest[]
  beforeAll(async () => {
    manifests = await build(size)
  })

  const settings = () => ofKind(manifests, 'ConfigMap')[0]!.data!

  test('each host of the settings leads to its service', () => {
    const routes = ofKind(manifests, 'HTTPRoute').filter(({ spec }) => spec!.hostnames)
    for (const { name, settings: prefix } of subgraphs) {
      const { hostname } = new URL(settings()[`${prefix}_BASE_URL`]!)
      const route = routes.find(({ spec }) => (spec!.hostnames as string[]).includes(hostname))
      expect(route?.spec).toMatchObject({
        rules: [{ backendRefs: [{ name, port: documentedPort(name) }] }],
      })
    }
  })

  test('each documented path is open at its service, and what is internal nowhere', () => {
    const isOpen = (service: string, path: string) =>
      openPaths(manifests, service).some((open) => path === open || path.startsWith(`${open}/`))
    for (const { place, path } of documentedPaths())
      expect(isOpen(place.name, path), `${place.name} ${path}`).toBe(true)
    for (const name of [...SERVICES, 'router']) expect(isOpen(name, '/metrics')).toBe(false)
    expect([...SERVICES, 'router'].filter((name) => isOpen(name, '/graphql'))).toEqual(['router'])
  })

  test('service tokens of strangers reach no service, where they would be failures of ours', () => {
    const routes = ofKind(manifests, 'HTTPRoute').filter(({ spec }) => spec!.hostnames)
    const remove = ['X-Service-Token', 'X-Newest-Service-Token']
    const filter = { type: 'RequestHeaderModifier', requestHeaderModifier: { remove } }
    for (const { metadata, spec } of routes)
      expect(spec, metadata.name).toMatchObject({ rules: [{ filters: [filter] }] })
  })

  test('policies let each pod connect to what it needs, and to nothing else', () => {
    const named = (name: string) => ({ pod: { 'app.kubernetes.io/name': name } })
    const cluster = ofKind(manifests, 'Cluster')[0]!.metadata.name
    const database = { pod: { 'cnpg.io/cluster': cluster }, port: 5432 }
    const valkey = { ...named('valkey'), port: 6379 }
    const ports = (portsOf: (container: Container) => number[]) =>
      processes(manifests).flatMap((workload) => {
        const { labels: pod } = workload.spec.template.metadata
        return portsOf(processOf(workload)).map((port) => ({ pod, port }))
      })
    const own = ports(servingPorts)
    const metrics = ports((container) => [metricsPort(container)])
    const collector = { namespace: 'monitoring', port: 4318 }
    const reachable = (from: Peer) =>
      [...own, ...metrics, database, valkey, collector].filter(({ port, ...to }) =>
        mayConnect(manifests, { from, to, port }),
      )
    for (const { pod, port } of own) {
      const databases = port === 4000 ? [] : [database]
      expect(reachable({ pod })).toEqual([...own, ...databases, valkey, collector])
    }
    expect(reachable(named('service-roles'))).toEqual([database])
    expect(reachable(valkey)).toEqual([])
    expect(reachable(database)).toEqual([database, collector])
    // Between other namespaces, these policies decide nothing.
    expect(reachable({ namespace: 'monitoring' })).toEqual([...metrics, collector])
    expect(reachable({ namespace: 'envoy-gateway-system' })).toEqual([...own, collector])
    expect(reachable({ namespace: 'default' })).toEqual([collector])
  })
})
