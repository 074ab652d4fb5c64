// A base that is one supergraph: what its join metadata tells is compared, and nothing is made up.
import { describe, expect, test } from 'vitest'
import { composeTree } from '../../src/graph/compose-tree.ts'
import { check, type Report } from '../../src/run.ts'
import type { Tree } from '../../src/sources/tree.ts'
import { conventions } from './conventions.ts'
import { CHAPTERS, checkPair, pairsOf, sidesOf, treeOf, type Pair } from './pair.ts'

/** Checks the head of a pair against the supergraph of its base. */
async function checkAgainstSupergraph(pair: Pair): Promise<Report> {
  const { base, head } = sidesOf(pair)
  const { supergraph: text = expect.fail('no supergraph') } = await composeTree(treeOf('', base))
  const alone = { subgraphs: [], operations: [], manifests: [], openapi: [], asyncapi: [] }
  const tree: Tree = { ...alone, label: 'base', supergraph: { file: 'base.graphql', text } }
  return check({
    base: tree,
    head: treeOf('head', head),
    plugins: [conventions],
    policy: { failOn: 'breaking', failOnUnused: true },
    today: '2026-06-15',
  })
}

const titled = (title: string): Pair =>
  CHAPTERS.flatMap(pairsOf).find((pair) => pair.title === title) ?? expect.fail(title)

const found = ({ findings }: Report) => findings.map(({ severity, id }) => `${severity} ${id}`)

test.each(pairsOf('quiet'))('$title: nothing is found', async (pair) => {
  expect(found(await checkAgainstSupergraph(pair))).toEqual([])
})

describe('found all the same', () => {
  test.each([
    ['a field that no document uses is removed', 'breaking field-removed:Quest.note'],
    ['a key is no longer resolvable', 'breaking key-not-resolvable:a/Badge:id realmId'],
    ['a key needs more fields', 'breaking key-narrowed:a/Badge:id realmId'],
    ['a field moves to another subgraph', 'breaking field-owner-removed:people/Identity.house'],
    [
      '@provides is removed with the field that it provided',
      'breaking provided-field-removed:quests/Identity.name',
    ],
    [
      'a guarded type joins an interface, so others can no longer read the interface',
      'breaking authorization-tightened:a/Node:nothing>k',
    ],
    [
      'a field no longer requires a token',
      'security authenticated-removed:quests/Query.node:a token>nothing',
    ],
    ['a nested field loses its scope', 'security scopes-removed:quests/Quest.secret:admin>nothing'],
    [
      'a field for services opens to clients',
      'security inaccessible-removed:quests/Mutation.grantXp:a service>identity',
    ],
  ])('%s', async (title, expected) => {
    expect(found(await checkAgainstSupergraph(titled(title)))).toContain(expected)
  })
})

test('what is given away has the id and the place that it has against a commit', async () => {
  const pair = titled('a field no longer requires a scope')
  const [first, second] = [await checkPair(pair), await checkAgainstSupergraph(pair)].map(
    ({ findings }) => findings.find(({ severity }) => severity === 'security'),
  )
  expect(first).toMatchObject({ subgraph: 'quests', file: 'quests.graphql', line: 11 })
  const { id, file, line } = first!
  expect(second).toMatchObject({ id, file, line })
})

test('nothing is compared with a head that does not compose', async () => {
  const { findings, steps } = await checkAgainstSupergraph(
    titled('two subgraphs give a field different types'),
  )
  expect(new Set(findings.map(({ step }) => step))).toEqual(new Set(['composition']))
  const impossible = steps.filter(({ notPossible }) => notPossible).map(({ step }) => step)
  expect(impossible).toEqual(expect.arrayContaining(['federation', 'authorization', 'plans']))
})
