// What the check asks of the project itself: fresh files, a generator that works, services that fit.
import { describe, expect, test } from 'vitest'
import { checkFresh } from '../check/fresh.ts'
import { checkPeers } from '../check/operations.ts'
import { project } from '../check/project.ts'
import { readBase } from '../check/sources/base.ts'
import { check } from '../check/run.ts'
import { root } from '../check/project.ts'

const ids = (findings: readonly { id: string }[]) => findings.map(({ id }) => id)
const fail = () => Promise.reject(new Error('No such type.'))

describe('generated files', () => {
  test('are fresh', async () => {
    expect(await checkFresh(project.stale)).toEqual([])
  })

  test('are named when they are not', async () => {
    const findings = await checkFresh(() => Promise.resolve(['schema/api.graphql']))
    expect(ids(findings)).toEqual(['generated-stale:schema/api.graphql'])
    expect(findings[0]).toMatchObject({ severity: 'breaking', file: 'schema/api.graphql' })
  })

  test('that cannot be generated fail the check', async () => {
    expect(ids(await checkFresh(fail))).toEqual(['generation-failed:schema'])
  })
})

describe('operations between services', () => {
  test('are valid where they are sent', async () => {
    expect(await checkPeers(project.peers)).toEqual([])
  })

  test('fail the check when they are not, or cannot be told', async () => {
    const sentence = 'learn asks identity: Cannot query field "nope".'
    const broken = await checkPeers(() => Promise.resolve([sentence]))
    expect(ids(broken)).toEqual(['peer-operation-broken:learn asks identity'])
    expect(ids(await checkPeers(fail))).toEqual(['peer-operation-broken:services'])
  })
})

test('every REST route and every document of a frontend is among the known operations', async () => {
  const head = readBase(root, root)
  const lacking = { ...head, subgraphs: head.subgraphs.filter(({ name }) => name !== 'path') }
  const policy = { failOn: 'breaking', failOnUnused: true } as const
  const stub = { ...project, stale: () => Promise.resolve([]), peers: () => Promise.resolve([]) }
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
