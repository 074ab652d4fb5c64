// New open fields that return what Relay's `node` finds, for each type of this graph.
import { Kind, parse, print, visit, type FieldDefinitionNode } from 'graphql'
import { expect, test } from 'vitest'
import { described } from '../../../../foundation/service/sdl.ts'
import { subgraphs } from '../../../../subgraphs/index.ts'
import config from '../../../../schema/check.config.ts'
import { composeTree } from '../../src/graph/compose-tree.ts'
import { check } from '../../src/run.ts'
import { namedType } from '../../src/sdl/sdl.ts'
import type { Tree } from '../../src/sources/tree.ts'
import { servedTexts } from '../../../../schema/served.ts'
import { treeOf } from '../corpus/pair.ts'

type Texts = Readonly<Record<string, string>>

const own: Texts = Object.fromEntries(
  servedTexts(subgraphs).map(({ name, texts }) => [name, texts.map(({ text }) => text).join('\n')]),
)

/** The types of a subgraph that implement `Node`. */
function nodeTypes(sdl: string): string[] {
  return parse(sdl).definitions.flatMap((node) => {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return []
    return node.interfaces?.some(({ name }) => name.value === 'Node') ? [node.name.value] : []
  })
}

/** The types to which a new field `Query.open<Type>` with a guard gives a weaker path. */
async function opened(base: Texts, guard: string, runtimeGuards: string[] = []) {
  const types = nodeTypes(base.identity!)
  const fields = types.map((type) => `open${type}: ${type} ${guard}`).join('\n')
  const head = { ...base, identity: `${base.identity}\nextend type Query { ${fields} }` }
  const { findings } = await check({
    base: treeOf('base', base),
    head: treeOf('head', head),
    policy: { failOn: 'breaking', failOnUnused: true },
    today: '2026-06-15',
    runtimeGuards,
    compose: (tree: Tree) => composeTree(tree, { prepare: described }),
  })
  expect(findings.filter(({ rule }) => /composition|skipped/.test(rule))).toEqual([])
  return types.filter((type) =>
    findings.some(
      ({ rule, severity, coordinate, message }) =>
        rule === 'path-weakened' &&
        severity === 'security' &&
        coordinate === `Query.open${type}` &&
        new RegExp(`leads to (\\w+, )*${type}\\b`).test(message),
    ),
  )
}

/** The graph as it would be without fields that return any object. */
function withoutNode(texts: Texts): Texts {
  const isAny = ({ type }: FieldDefinitionNode) => namedType(type) === 'Node'
  const FieldDefinition = (node: FieldDefinitionNode) => (isAny(node) ? null : undefined)
  const without = Object.entries(texts).map(([name, sdl]) => [
    name,
    print(visit(parse(sdl), { FieldDefinition })),
  ])
  return Object.fromEntries(without) as Texts
}

const IDENTITY = '@requiresScopes(scopes: [["identity"]])'

test('every type of this graph that node finds is kept from an open field', async () => {
  const found = await opened(own, '', config.runtimeGuards)
  expect(found.length).toBeGreaterThan(25)
  expect(found).toEqual(nodeTypes(own.identity!))
})

test('a field for every signed-in person opens the same types of this graph as if there were no node', async () => {
  const before = withoutNode(own)
  expect(Object.values(before).join('\n')).not.toMatch(/: \[?Node\b/)
  const found = await opened(own, IDENTITY, config.runtimeGuards)
  expect(found).toContain('AuditEvent')
  expect(found).toEqual(await opened(before, IDENTITY))
})
