// Draws one change of the project: of a type, a field, an argument, a guard, a key or a REST row.
import { readFileSync } from 'node:fs'
import { parse, type DocumentNode } from 'graphql'
import type { Resolvers } from '../../../../../foundation/service/subgraph.ts'
import type { Route } from '../../../../../foundation/service/route.ts'
import type { Copy, Draw, Edit } from './edit.ts'
import { guardEdits } from './guard-edits.ts'
import { withSdl, type State } from './project-state.ts'
import { schemaEdits } from './schema-edits.ts'

export interface Change {
  title: string
  state: State
  copy?: Copy | undefined
}

const KINDS = [
  'row',
  'type goes',
  'field goes',
  'field is nullable or not',
  'field answers text',
  'field is copied under another guard',
  'private field is copied',
  'private field is opened',
  'argument goes',
  'private field is copied',
  'argument changes',
  'argument comes',
  'guard goes',
  'guard changes',
  'guard comes',
  'key changes',
  'value of an enum goes',
  'input changes',
] as const

const EDITS: Readonly<Record<Exclude<(typeof KINDS)[number], 'row'>, Edit>> = {
  ...schemaEdits,
  ...guardEdits,
}

/** A generator of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One change, by its seed. */
export function drawChange(seed: number, base: State, folder: string): Change {
  const random = randomFrom(seed)
  const draw: Draw = (from) => from[Math.floor(random() * from.length)]!
  for (;;) {
    const kind = KINDS[(seed + Math.floor(random() * 3)) % KINDS.length]!
    const change = kind === 'row' ? changeRow(draw, base) : changeSdl(draw, base, kind, folder)
    if (change) return change
  }
}

function changeSdl(
  draw: Draw,
  base: State,
  kind: Exclude<(typeof KINDS)[number], 'row'>,
  folder: string,
): Change | undefined {
  const subgraph = draw(base.subgraphs)
  const document = parse(readFileSync(subgraph.sdl, 'utf8'), { noLocation: true })
  const edited = EDITS[kind](draw, document)
  if (!edited) return undefined
  const changed = replaced(document, edited.from, edited.to) as DocumentNode
  const { copy } = edited
  const resolvers = copy ? withCopy(subgraph.resolvers, copy) : subgraph.resolvers
  const other = withSdl(folder, subgraph, changed, resolvers)
  const subgraphs = base.subgraphs.map((one) => (one === subgraph ? other : one))
  return { title: `${subgraph.name}: ${edited.title}`, state: { ...base, subgraphs }, copy }
}

function withCopy(resolvers: Resolvers, copy: Copy): Resolvers {
  const [type = '', from = ''] = copy.from.split('.')
  const to = copy.to.slice(type.length + 1)
  const fields = (resolvers[type] ?? {}) as Record<string, unknown>
  const resolve = fields[from] ?? ((parent: Record<string, unknown>) => parent[from])
  return { ...resolvers, [type]: { ...fields, [to]: resolve } }
}

/** A document with one node replaced by another, or removed when there is none. */
function replaced(node: unknown, from: object, to: object | undefined): unknown {
  if (node === from) return to
  if (Array.isArray(node)) {
    return node.flatMap((one) => (one === from && !to ? [] : [replaced(one, from, to)]))
  }
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, replaced(value, from, to)]),
  )
}

/** A row goes, or its method, path or selection changes. */
function changeRow(draw: Draw, base: State): Change {
  const [name, rows] = draw(Object.entries(base.rows))
  const row = draw(rows)
  const shorter = row.operation.replace(
    /\b(title|description|name|status|createdAt)\b(?! *[({:])/,
    '',
  )
  const changes: Route[][] = [
    [],
    [{ ...row, method: row.method === 'get' ? 'post' : 'get' }],
    [{ ...row, path: `${row.path}/moved` }],
    ...(shorter === row.operation ? [] : [[{ ...row, operation: shorter }]]),
  ]
  const to = draw(changes)
  const after = rows.flatMap((one) => (one === row ? to : [one]))
  const what = to[0] ? `${to[0].method} ${to[0].path}` : 'nothing'
  const title = `${name}: ${row.method} ${row.path} becomes ${what}`
  return { title, state: { ...base, rows: { ...base.rows, [name]: after } } }
}
