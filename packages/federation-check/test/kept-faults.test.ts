// Problems of documents that the base has, too, and those that only look alike.
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { checkOperations } from '../src/operations/operations.ts'
import { knownOperations } from '../src/sources/documents/known-operations.ts'

type Texts = Readonly<Record<string, string>>

const schema = buildSchema('type Query { a: Int b: Int }')
const target = { graph: { subgraphs: [], errors: [], schema }, variants: new Map() }

/** Documents by their paths, which have the names of their files. */
function operationsOf(texts: Texts) {
  const operations = Object.entries(texts).map(([file, text]) => ({
    file,
    name: file.split('/').at(-1)!,
    text,
  }))
  const tree = { label: '', subgraphs: [], manifests: [], openapi: [], asyncapi: [], operations }
  return knownOperations(tree, {})
}

const found = (base: Texts, head: Texts) =>
  checkOperations(operationsOf(head), target, {
    ...target,
    operations: operationsOf(base),
  }).map(({ rule, file, message }) => `${rule} ${file} ${/"(.+?)"/.exec(message)?.[1]}`)

test.each([120, 10_100])('a new problem behind %i old ones fails', (count) => {
  const old = Array.from({ length: count }, (_, index) => `a${index}: a @track`).join(' ')
  const rules = found({ 'q.graphql': `{ ${old} }` }, { 'q.graphql': `{ ${old} gone }` })
  expect(rules.some((one) => one.startsWith('operation-broken'))).toBe(true)
})

const [VALID, BROKEN] = ['{ a }', '{ a gone }']

test.each([
  ['had none before', { 'web/q.graphql': BROKEN, 'admin/q.graphql': VALID }],
  ['is new', { 'web/q.graphql': BROKEN }],
])('a problem of a document that %s fails, though a file of the same name has it', (_, base) => {
  expect(found(base, { 'web/q.graphql': BROKEN, 'admin/q.graphql': BROKEN })).toEqual([
    'operation-fault-kept web/q.graphql gone',
    'operation-broken admin/q.graphql gone',
  ])
})

test('a problem of a document that moves is kept', () => {
  expect(found({ 'web/q.graphql': BROKEN }, { 'pages/q.graphql': BROKEN })).toEqual([
    'operation-fault-kept pages/q.graphql gone',
  ])
})
