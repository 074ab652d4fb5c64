// The schemas that judge operations/kubernetes find faults.
import { beforeAll, expect, test } from 'vitest'
import { build } from './support/kubectl.ts'
import { ofKind, type Manifest } from './support/manifest.ts'
import { schemaErrors, unknownFields } from './support/schemas.ts'

let manifests: Manifest[]
beforeAll(async () => {
  manifests = await build('large')
})

const changed = (kind: string, field: string, value: unknown) => {
  const manifest = structuredClone(ofKind(manifests, kind)[0]!)
  manifest.spec![field] = value
  return manifest
}

test('the schemas refuse an unknown field of each kind', async () => {
  const unknown = {
    Deployment: 'replica',
    NetworkPolicy: 'ingres',
    HTTPRoute: 'host',
    Cluster: 'instance',
    Pooler: 'pool',
  }
  const faulty = Object.entries(unknown).map(([kind, field]) => changed(kind, field, 1))
  const errors = await unknownFields(faulty)
  for (const field of Object.values(unknown))
    expect(errors).toContain(`'"${field}"' does not exist`)
})

test.each([
  { kind: 'Deployment', field: 'selector', value: undefined },
  { kind: 'HTTPRoute', field: 'hostnames', value: ['id_example.com'] },
  { kind: 'Cluster', field: 'instances', value: 'three' },
  { kind: 'Pooler', field: 'type', value: 'read' },
  { kind: 'HorizontalPodAutoscaler', field: 'maxReplicas', value: 'many' },
])('the schemas refuse a wrong $field of a $kind', async ({ kind, field, value }) => {
  expect(await schemaErrors(changed(kind, field, value))).not.toEqual([])
})
