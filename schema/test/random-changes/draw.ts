// Draws one change of the project: of a type, a field, an argument, a guard, a key or a REST row.
import {
  Kind,
  parse,
  print,
  type ConstDirectiveNode,
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql'
import { readFileSync } from 'node:fs'
import type { Resolvers } from '#foundation/subgraph.ts'
import type { Route } from '../../../rest-adapters/route.ts'
import { withSdl, type State } from './project-state.ts'

export interface Change {
  title: string
  state: State
  copy?: Copy | undefined
}

/** Coordinates of a field, and of a new one that is resolved as it is. */
export interface Copy {
  from: string
  to: string
}

/** A generator of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Draw = <T>(from: readonly T[]) => T

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

type Edit = (draw: Draw, document: DocumentNode) => Edited | undefined

interface Edited {
  title: string
  from: object
  /** Undefined when it goes. */
  to?: object | undefined
  copy?: Copy
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

/** The same with one node in the place of another one; without it when there is none. */
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

const objectsIn = ({ definitions }: DocumentNode) =>
  definitions.filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION)

type IsField = (field: FieldDefinitionNode) => boolean

function drawField(draw: Draw, document: DocumentNode, is: IsField = () => true) {
  const all = objectsIn(document).flatMap((type) =>
    (type.fields ?? []).filter(is).map((field) => ({ type, field })),
  )
  return all.length > 0 ? draw(all) : undefined
}

function withoutMutations(document: DocumentNode): DocumentNode {
  const isMutation = (node: DocumentNode['definitions'][number]) =>
    'name' in node && node.name?.value === 'Mutation'
  return { ...document, definitions: document.definitions.filter((node) => !isMutation(node)) }
}

const named = (name: string) => ({ kind: Kind.NAME, value: name }) as const
const pathOf = (type: ObjectTypeDefinitionNode, field: FieldDefinitionNode) =>
  `${type.name.value}.${field.name.value}`

const GUARDS = ['authenticated', 'requiresScopes', 'requiresAdminKey', 'inaccessible']
const isGuard = ({ name }: ConstDirectiveNode) => GUARDS.includes(name.value)
const isGuarded = ({ directives = [] }: FieldDefinitionNode) => directives.some(isGuard)

/** Asks for more than who is signed in. */
const isPrivate = ({ directives = [] }: FieldDefinitionNode) =>
  directives.some(
    (one) => isGuard(one) && !/^@requiresScopes\(scopes: \[\["identity"\]\]\)$/.test(print(one)),
  )

function directive(text: string): ConstDirectiveNode {
  const [node] = parse(`type A ${text} { a: Int }`, { noLocation: true }).definitions
  return (node as ObjectTypeDefinitionNode).directives![0]!
}

const SCOPES = [['identity'], ['credentials'], ['identity', 'wallet'], ['identity', 'admin']]

function guardWith(scopes: readonly string[]): ConstDirectiveNode {
  return directive(`@requiresScopes(scopes: [[${scopes.map((one) => `"${one}"`).join(', ')}]])`)
}

function nullable(type: TypeNode): TypeNode {
  if (type.kind === Kind.NON_NULL_TYPE) return type.type
  return { kind: Kind.NON_NULL_TYPE, type }
}

const EDITS: Record<Exclude<(typeof KINDS)[number], 'row'>, Edit> = {
  'type goes'(draw, document) {
    const type = draw(
      objectsIn(document).filter(({ name }) => !/^(Query|Mutation)$/.test(name.value)),
    )
    return { title: `${type.name.value} goes`, from: type }
  },
  'field goes'(draw, document) {
    const drawn = drawField(draw, document)!
    return { title: `${pathOf(drawn.type, drawn.field)} goes`, from: drawn.field }
  },
  'field is nullable or not'(draw, document) {
    const { type, field } = drawField(draw, document)!
    const to = { ...field, type: nullable(field.type) }
    return { title: `${pathOf(type, field)} is nullable or not`, from: field, to }
  },
  'field answers text'(draw, document) {
    const { type, field } = drawField(draw, document)!
    const to = { ...field, type: { kind: Kind.NAMED_TYPE, name: named('String') } }
    return { title: `${pathOf(type, field)} answers text`, from: field, to }
  },
  'field is copied under another guard'(draw, document) {
    const { type, field } = drawField(draw, document, (one) => !/^id$/.test(one.name.value))!
    const isRoot = /^(Query|Mutation)$/.test(type.name.value)
    const others = (field.directives ?? []).filter((one) => !isGuard(one))
    const scopes = draw(SCOPES)
    const guard = isRoot || draw([true, false]) ? [guardWith(scopes)] : []
    const name = `${field.name.value}Copy`
    const copy = { ...field, name: named(name), directives: [...others, ...guard] }
    const copied = { from: pathOf(type, field), to: `${type.name.value}.${name}` }
    const to = { ...type, fields: [...(type.fields ?? []), copy] }
    const asked = guard.length > 0 ? scopes.join(' ') : 'nothing'
    return {
      title: `${pathOf(type, field)} is copied and asks for ${asked}`,
      from: type,
      to,
      copy: copied,
    }
  },
  'private field is copied'(draw, document) {
    // Most private fields are mutations, and only queries are sent to the router.
    const drawn = drawField(draw, withoutMutations(document), isPrivate)
    if (!drawn) return undefined
    const { type, field } = drawn
    const others = (field.directives ?? []).filter((one) => !isGuard(one))
    const name = `${field.name.value}Copy`
    const directives = [...others, guardWith(['identity'])]
    const copied = { from: pathOf(type, field), to: `${type.name.value}.${name}` }
    const fields = [...(type.fields ?? []), { ...field, name: named(name), directives }]
    const title = `${pathOf(type, field)} is copied and asks for identity`
    return { title, from: type, to: { ...type, fields }, copy: copied }
  },
  'private field is opened'(draw, document) {
    const drawn = drawField(draw, document, isPrivate)
    if (!drawn) return undefined
    const guard = draw(drawn.field.directives!.filter(isGuard))
    const title = `${pathOf(drawn.type, drawn.field)} asks for identity, not @${guard.name.value}`
    return { title, from: guard, to: guardWith(['identity']) }
  },
  'argument goes'(draw, document) {
    const drawn = drawField(draw, document, (one) => (one.arguments?.length ?? 0) > 0)
    if (!drawn) return undefined
    const argument = draw(drawn.field.arguments!)
    return {
      title: `${pathOf(drawn.type, drawn.field)}(${argument.name.value}:) goes`,
      from: argument,
    }
  },
  'argument changes'(draw, document) {
    const drawn = drawField(draw, document, (one) => (one.arguments?.length ?? 0) > 0)
    if (!drawn) return undefined
    const argument = draw(drawn.field.arguments!)
    const { defaultValue: _, ...bare } = argument
    const to = { ...bare, type: nullable(argument.type) }
    return {
      title: `${pathOf(drawn.type, drawn.field)}(${argument.name.value}:) changes`,
      from: argument,
      to,
    }
  },
  'argument comes'(draw, document) {
    const { type, field } = drawField(draw, document)!
    const text = `type A { a("More." more: Int${draw(['', '!', '! = 1'])}): Int }`
    const [a] = parse(text, { noLocation: true }).definitions as ObjectTypeDefinitionNode[]
    const more = a!.fields![0]!.arguments!
    const to = { ...field, arguments: [...(field.arguments ?? []), ...more] }
    return { title: `${pathOf(type, field)} takes more`, from: field, to }
  },
  'guard goes'(draw, document) {
    const drawn = drawField(draw, document, isGuarded)
    if (!drawn) return undefined
    const guard = draw(drawn.field.directives!.filter(isGuard))
    return { title: `${pathOf(drawn.type, drawn.field)} loses @${guard.name.value}`, from: guard }
  },
  'guard changes'(draw, document) {
    const drawn = drawField(draw, document, isGuarded)
    if (!drawn) return undefined
    const guard = draw(drawn.field.directives!.filter(isGuard))
    const scopes = draw(SCOPES)
    const title = `${pathOf(drawn.type, drawn.field)}: ${scopes.join(' ')} for @${guard.name.value}`
    return { title, from: guard, to: guardWith(scopes) }
  },
  'guard comes'(draw, document) {
    const drawn = drawField(draw, document, (one) => !isGuarded(one))
    if (!drawn) return undefined
    const { type, field } = drawn
    const scopes = draw(SCOPES)
    const to = { ...field, directives: [...(field.directives ?? []), guardWith(scopes)] }
    return {
      title: `${pathOf(type, field)} asks for ${scopes.join(' ')}`,
      from: field,
      to,
    }
  },
  'key changes'(draw, document) {
    const entities = objectsIn(document).filter(({ directives = [] }) =>
      directives.some(({ name }) => name.value === 'key'),
    )
    if (entities.length === 0) return undefined
    const type = draw(entities)
    const key = draw(type.directives!.filter(({ name }) => name.value === 'key'))
    const to = draw([
      undefined,
      directive('@key(fields: "id", resolvable: false)'),
      directive(`@key(fields: "${draw(type.fields!).name.value}")`),
      directive(`@key(fields: "id ${draw(type.fields!).name.value}")`),
    ])
    return { title: `a key of ${type.name.value} changes`, from: key, to }
  },
  'value of an enum goes'(draw, document) {
    const enums = document.definitions.filter((node) => node.kind === Kind.ENUM_TYPE_DEFINITION)
    if (enums.length === 0) return undefined
    const type: EnumTypeDefinitionNode = draw(enums)
    const value = draw(type.values!)
    return { title: `${type.name.value}.${value.name.value} goes`, from: value }
  },
  'input changes'(draw, document) {
    const inputs = document.definitions.filter(
      (node) => node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION,
    )
    if (inputs.length === 0) return undefined
    const type: InputObjectTypeDefinitionNode = draw(inputs)
    const field: InputValueDefinitionNode = draw(type.fields!)
    const to = draw([undefined, { ...field, type: nullable(field.type) }])
    return {
      title: `${type.name.value}.${field.name.value} ${to ? 'changes' : 'goes'}`,
      from: field,
      to,
    }
  },
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
