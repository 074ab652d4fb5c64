// What the check asks of the project itself: fresh files, a generator that works, services that fit.
import { describe, expect, test } from 'vitest'
import { checkFresh } from '../../src/fresh.ts'
import { checkPeers } from '../../src/operations/operations.ts'
import { readSource } from '../../src/sources/source.ts'
import { check } from '../../src/run.ts'
import config, { root } from '../../../../schema/check.config.ts'

const { project } = config
const ids = (findings: readonly { id: string }[]) => findings.map(({ id }) => id)
const fail = () => Promise.reject(new Error('No such type.'))

describe('generated files', () => {
  test('outdated generated files are named', async () => {
    const findings = await checkFresh(() =>
      Promise.resolve(new Map([['schema/api.graphql', 'fresh']])),
    )
    expect(ids(findings)).toEqual(['generated-stale:schema/api.graphql'])
    expect(findings[0]).toMatchObject({ severity: 'breaking', file: 'schema/api.graphql' })
  })

  test('files that cannot be generated fail the check', async () => {
    const findings = await checkFresh(fail)
    expect(ids(findings)).toEqual(['generation-failed:schema'])
    expect(findings[0]).toMatchObject({ final: true })
  })
})

test('each broken operation between two services has an id of its own', async () => {
  const sentences = [
    'learn asks identity: Cannot query field "gold" on type "Identity". Did you mean "old"?',
    'learn asks identity: Unknown argument "id" on field "Mutation.grantXp".',
  ]
  expect(ids(await checkPeers(() => Promise.resolve(sentences)))).toEqual([
    'peer-operation-broken:learn asks identity:gold Identity',
    'peer-operation-broken:learn asks identity:id Mutation.grantXp',
  ])
})

test('operations between services that cannot be read fail the check', async () => {
  expect(ids(await checkPeers(fail))).toEqual(['peer-operation-broken:services'])
})

test('every REST route and every document of a frontend is among the known operations', async () => {
  const head = await readSource('--base', root, { root, layout: config })
  const lacking = { ...head, subgraphs: head.subgraphs.filter(({ name }) => name !== 'path') }
  const policy = { failOn: 'breaking', failOnUnused: true } as const
  const stub = {
    routes: project.routes,
    stale: () => Promise.resolve(new Map()),
    peers: () => Promise.resolve([]),
  }
  const report = await check({
    base: head,
    head: lacking,
    project: stub,
    policy,
    today: '2026-06-15',
  })
  expect(ids(report.findings)).toContain('operation-broken:REST/GET /api/quests')
  expect(ids(report.findings).join()).toContain('operation-broken:frontend/dashboard.graphql')
  expect(ids(report.findings)).toContain('subgraph-removed:path')
})
