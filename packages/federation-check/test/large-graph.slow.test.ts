// Composition of large graphs: what is not composed at all, and what runs in a thread of its own.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeBoth } from '../src/graph/both-graphs.ts'
import { composeTree } from '../src/graph/compose-tree.ts'
import type { Graph } from '../src/graph/graph.ts'
import { checkPlans } from '../src/operations/plans.ts'
import { check } from '../src/run.ts'
import { knownOperations } from '../src/sources/documents/known-operations.ts'
import type { Tree } from '../src/sources/tree.ts'
import type { Compose } from '../src/graph/base-graph.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.11",
  import: ["@key", "@shareable", "@authenticated", "@inaccessible"])\n`

/** More characters than are composed in the main thread. */
const LONG = `# ${'x'.repeat(500_000)}`

function treeOf(label: string, texts: Record<string, string>, more: Partial<Tree> = {}): Tree {
  const subgraphs = Object.entries(texts).map(([name, text]) => ({
    name,
    url: `http://${name}`,
    texts: [{ file: `${name}.graphql`, text: `${LINK}${text}` }],
  }))
  return { label, subgraphs, operations: [], manifests: [], openapi: [], asyncapi: [], ...more }
}

/** Composes, and notes each composition. */
function counting(): { compose: Compose; composed: string[] } {
  const composed: string[] = []
  const compose: Compose = async (tree, side, unvalidated) => {
    const graph = await composeTree(tree, { side, unvalidated })
    composed.push(`${side}${unvalidated ? ' unvalidated' : ''}`)
    return graph
  }
  return { compose, composed }
}

const PLACES =
  'type Query { place(id: ID!): Place } type Place @key(fields: "id") { id: ID! name: String @authenticated }'
const BEERS =
  'type Query { beer: Beer } type Beer { at: Place } type Place @key(fields: "id") { id: ID! beers: [Beer] }'
const pub = (places = PLACES) => ({ beers: BEERS, places })

async function committedOf(texts: Record<string, string>): Promise<Pick<Tree, 'supergraph'>> {
  const { supergraph: text = expect.fail('no supergraph') } = await composeTree(treeOf('', texts))
  return { supergraph: { file: 'supergraph.graphql', text } }
}

describe('what is composed', () => {
  const NEW = pub(PLACES.replace('name:', 'size: Int name:'))

  test('texts that are equal but for comments and format are composed once', async () => {
    const { compose, composed } = counting()
    const other = pub(`# A comment.\n${PLACES.replaceAll(' ', '\n')}`)
    const { base, head } = await composeBoth(
      { base: treeOf('base', pub()), head: treeOf('head', other) },
      compose,
    )
    expect(composed).toEqual(['head'])
    expect(base).toBe(head)
  })

  test('a description is no format', async () => {
    const { compose, composed } = counting()
    const other = pub(PLACES.replace('type Place', '"A pub." type Place'))
    await composeBoth({ base: treeOf('base', pub()), head: treeOf('head', other) }, compose)
    expect(composed.toSorted()).toEqual(['base unvalidated', 'head'])
  })

  test('a base is merged but not validated', async () => {
    const { compose, composed } = counting()
    const base = treeOf('base', pub(), await committedOf(pub()))
    const graphs = await composeBoth({ base, head: treeOf('head', NEW) }, compose)
    expect(composed.toSorted()).toEqual(['base unvalidated', 'head'])
    const { supergraph, api, schema } = await composeTree(base)
    expect(graphs.base).toMatchObject({ supergraph, api })
    expect(Object.keys(graphs.base.schema!.getTypeMap())).toEqual(Object.keys(schema!.getTypeMap()))
  })

  test('a committed supergraph without a guard hides neither the guard nor that it is another', async () => {
    const { compose, composed } = counting()
    const tampered = await committedOf(pub(PLACES.replace('@authenticated', '')))
    const base = treeOf('base', pub(), tampered)
    const graphs = await composeBoth({ base, head: treeOf('head', NEW) }, compose)
    expect(composed.toSorted()).toEqual(['base unvalidated', 'head'])
    expect(graphs.base.unserved).toEqual(['places'])
  })

  test('a base whose supergraph is another, with the SDL of the head, is composed once', async () => {
    const { compose, composed } = counting()
    const base = treeOf('base', pub(), await committedOf(NEW))
    const graphs = await composeBoth({ base, head: treeOf('head', pub()) }, compose)
    expect(composed).toEqual(['head'])
    expect(graphs.base.unserved).toEqual(['places'])
  })

  test('a hint of validation is not new where the base has it as well', async () => {
    const animals = {
      a: 'type Query { pet: Pet @shareable } interface Pet { name: String } type Cat implements Pet { name: String @shareable } type Dog implements Pet { name: String @shareable }',
      b: 'type Query { pet: Pet @shareable } interface Pet { name: String } type Cat implements Pet { name: String @shareable }',
    }
    const head = { ...animals, b: `${animals.b} type Other { a: Int }` }
    const { compose, composed } = counting()
    const report = await check({
      base: treeOf('base', animals, await committedOf(animals)),
      head: treeOf('head', head),
      policy: { failOn: 'breaking', failOnUnused: true },
      today: '2026-06-15',
      compose,
    })
    expect(composed.at(-1)).toBe('base')
    expect(report.findings.map(({ rule }) => rule)).not.toContain('composition-hint')
  })
})

describe('a thread', () => {
  const large = (places = PLACES) => pub(`${LONG}\n${places}`)
  const plain = (graph: Graph) => ({ ...graph, subgraphs: [], schema: undefined })

  test('a thread composes what the main thread composes', async () => {
    const [here, there] = [
      await composeTree(treeOf('', pub())),
      await composeTree(treeOf('', large())),
    ]
    expect(plain(there)).toEqual(plain(here))
  })

  test('a thread gives errors and hints with their places', async () => {
    const wrong = PLACES.replace('id: ID! name', 'id: Int! name')
    const broken = await composeTree(treeOf('', large(wrong)))
    const near = await composeTree(treeOf('', pub(wrong)))
    expect(broken.errors.map(({ code, message }) => [code, message])).toEqual(
      near.errors.map(({ code, message }) => [code, message]),
    )
    expect(broken.errors[0]?.found).toMatchObject({ at: { file: 'beers.graphql', line: 3 } })
  })

  test('a thread composes and plans a chain that is too long for the stack of the main thread', async () => {
    const LENGTH = 4000
    const types = Array.from({ length: LENGTH }, (_, n) => `type T${n} { n: T${n + 1} }`)
    const chain = treeOf('', {
      a: `type Query { a: T0 } ${types.join('\n')} type T${LENGTH} { n: Int }`,
    })
    const base = await composeTree(chain)
    expect(base.errors).toEqual([])
    const head = { ...base, supergraph: `# Another text.\n${base.supergraph}` }
    const text = '{ a { n { n { n { __typename } } } } }'
    const operations = [{ file: 'a.graphql', name: 'a.graphql', text }]
    const known = knownOperations({ ...chain, operations }, {})
    expect(await checkPlans(base, head, known)).toEqual([])
  })
})

describe('the command', () => {
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'federation-check-'))))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('the command names the side that needs more memory than it may use', () => {
    const types = Array.from({ length: 1500 }, (_, n) => `type T${n} { ${fieldsOf(n)} }`).join('\n')
    for (const [side, more] of [
      ['base', ''],
      ['head', 'b: Int'],
    ]) {
      mkdirSync(join(folder, side!), { recursive: true })
      writeFileSync(
        join(folder, side!, 'a.graphql'),
        `${LONG}\n${LINK}type Query { a: T0 ${more} }\n${types}`,
      )
    }
    const bin = fileURLToPath(new URL('../bin/federation-check.js', import.meta.url))
    const args = ['--max-old-space-size=100', bin, '--base', '../base']
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: join(folder, 'head'),
      encoding: 'utf8',
    })
    expect(stderr).toMatch(
      /^Composing the (base|head), .*, needs more memory than it may take\. Raise the limit with NODE_OPTIONS=--max-old-space-size=\d+, in MiB\.\n$/,
    )
    expect(status).toBe(2)
  })
})

function fieldsOf(n: number): string {
  return Array.from({ length: 12 }, (_, at) => `field${at}: T${(n * 7 + at) % 1500}`).join(' ')
}
