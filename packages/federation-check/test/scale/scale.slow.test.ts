// What the check costs on a graph of 2,000 types, composition aside, and what it does with too many ways.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { callsOfPrograms } from '../../../../test/support/executed-calls.ts'
import { composeTree } from '../../src/graph/compose-tree.ts'
import type { Graph } from '../../src/graph/graph.ts'
import { accessOf, guardSettings } from '../../src/authorization/paths/access.ts'
import { checkReach } from '../../src/authorization/paths/reach.ts'
import { LINK } from '../corpus/base.ts'
import { treeOf } from '../corpus/pair.ts'

const script = fileURLToPath(new URL('check-large-graph.ts', import.meta.url))

/** The rules of the findings of a graph of so many types. */
function check(types: number, flags: readonly string[], environment: object): string[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...flags, script, String(types)],
    { encoding: 'utf8', env: { ...process.env, ...environment } },
  )
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout) as string[]
}

test('the work grows with the graph: four times the types, less than five times the work', async () => {
  const callsFor = (types: number) =>
    callsOfPrograms((environment) => check(types, [], environment))
  expect(await callsFor(1_600)).toBeLessThan(5 * (await callsFor(400)))
})

test('a type with more ways than are told apart is a finding, and no silence', async () => {
  const scopes = Array.from({ length: 17 }, (_, n) => n)
  const guard = (name: string) => `@requiresScopes(scopes: [["${name}"]])`
  const text = (more: string) => `${LINK}
    type Query { ${scopes.map((n) => `a${n}: A ${guard(`a${n}`)}`).join('\n')} }
    type A { ${scopes.map((n) => `b${n}: B ${guard(`b${n}`)}`).join('\n')} ${more} }
    type B { text: String }`
  const [base, head] = await Promise.all(
    ['', 'open: B'].map((more) => composeTree(treeOf('', { a: text(more) }))),
  )
  const access = (graph: Graph) => accessOf(graph, new Set(), guardSettings({}))
  const idsOf = (after: Graph) =>
    checkReach(access(base!), access(after), () => undefined).map(({ id }) => id)
  const found = idsOf(head!).map((id) => id.split(':', 2).join(':'))
  expect(found).toContain('path-weakened:A.open')
  const moved = await composeTree(treeOf('', { a: text(`c: B ${guard('c')}`) }))
  expect(idsOf(moved)).toContain('reach-undecided:B')
})
