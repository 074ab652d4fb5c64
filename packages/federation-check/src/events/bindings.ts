// Changes in bindings: what a protocol adds to a server, channel, operation or message.
import type { Finding } from '../finding.ts'
import { textOf } from '../rest/document/meaning.ts'
import { resolve } from '../rest/references.ts'
import type { Schema } from '../rest/openapi.ts'
import type { Direction } from '../rest/schema/change.ts'
import type { AsyncApi } from './asyncapi.ts'
import { SCHEMAS, TARGETS, type Owner } from './binding-members.ts'
import { comparePart } from './payloads.ts'
import { compareOthers, isContainer, type Members, type Walk } from './walk.ts'

interface Bound {
  owner: Owner
  /** The name for findings. */
  name: string
  /** The direction in which values of the bindings' schemas travel. */
  direction: Direction
}

/** Compares the bindings of both versions of a server, channel, operation or message. */
export function compareBindings(walk: Walk, bound: Bound, was: Members, is: Members): Finding[] {
  const { owner, name } = bound
  if (was.bindings === undefined && is.bindings === undefined) return []
  const grown = owner === 'channel' ? compareReplicas(walk, name, was, is) : []
  const replicas = grown.length > 0 ? [REPLICAS] : []
  const known = [...Object.keys(TARGETS[owner]), ...SCHEMAS[owner], ...replicas]
  const before = known.reduce((one, path) => without(walk.base, one, path.split('.')), was.bindings)
  const after = known.reduce((one, path) => without(walk.head, one, path.split('.')), is.bindings)
  return [
    ...grown,
    ...compareTargets(walk, bound, was, is),
    ...compareSchemas(walk, bound, was, is),
    ...compareOthers(walk, name, [{ bindings: before }, { bindings: after }], []),
  ]
}

const REPLICAS = 'kafka.replicas'

/** More replicas are not reported, because no client notices them. Fewer are a change like any other. */
function compareReplicas(walk: Walk, name: string, was: Members, is: Members): Finding[] {
  const [before] = valuesAt(walk.base, was, REPLICAS)
  const [after] = valuesAt(walk.head, is, REPLICAS)
  if (!(Number(after) > Number(before))) return []
  const message = `has more replicas: ${before} becomes ${after}.`
  return [walk.report('event-keyword-compatible', name, message, REPLICAS)]
}

/** A removed value is breaking. An added value is a change like any other. */
function compareTargets(walk: Walk, { owner, name }: Bound, was: Members, is: Members): Finding[] {
  return Object.entries(TARGETS[owner]).flatMap(([path, absent]) => {
    const stated = [valuesAt(walk.base, was, path), valuesAt(walk.head, is, path)]
    if (stated.every((values) => values.length === 0)) return []
    const [before, after] = stated.map((values, side) => {
      const meant = typeof absent === 'function' ? absent([was, is][side]!) : absent
      return values.length > 0 ? values : [meant ?? []].flat().map(String)
    })
    const [old, now] = [before!, after!].map((values) => values.join(', ') || 'none')
    if (old === now) return []
    if (before!.every((one) => after!.includes(one))) {
      return [walk.report('event-keyword-changed', name, 'changes: bindings.', 'bindings')]
    }
    const message = `has another ${path}: ${old} becomes ${now}.`
    return [walk.report('event-binding-changed', name, message, `${path} ${old}>${now}`)]
  })
}

function compareSchemas(walk: Walk, bound: Bound, was: Members, is: Members): Finding[] {
  return SCHEMAS[bound.owner].flatMap((path) => {
    const [before, after] = [schemaAt(walk.base, was, path), schemaAt(walk.head, is, path)]
    if (before === undefined && after === undefined) return []
    return comparePart(walk, bound.direction, `${bound.name} ${path}`, [before, after])
  })
}

const resolved = (document: AsyncApi, value: unknown) =>
  isContainer(value) ? resolve(document, value) : undefined

/** The values at a path as texts, in alphabetical order. */
function valuesAt(document: AsyncApi, { bindings }: Members, path: string): string[] {
  const found = path
    .split('.')
    .reduce<unknown[]>(
      (all, name) => all.flatMap((one) => resolved(document, one)?.[name] ?? []),
      [bindings],
    )
  return found.map((one) => (typeof one === 'string' ? one : textOf(one)!)).toSorted()
}

/** The schema at a path. A value of another kind is read as a schema that accepts only this value. */
function schemaAt(document: AsyncApi, { bindings }: Members, path: string): Schema | undefined {
  const [protocol = '', member = ''] = path.split('.')
  const value = resolved(document, resolved(document, bindings)?.[protocol])?.[member]
  if (value === undefined || value === null) return undefined
  return isContainer(value) || typeof value === 'boolean' ? value : { const: value }
}

function without(
  document: AsyncApi,
  value: unknown,
  [name = '', ...below]: readonly string[],
): unknown {
  if (Array.isArray(value)) return value.map((one) => without(document, one, [name, ...below]))
  const found = resolved(document, value)
  if (!found || !Object.hasOwn(found, name)) return value
  const { [name]: part, ...others } = found
  return below.length === 0 ? others : { ...others, [name]: without(document, part, below) }
}
