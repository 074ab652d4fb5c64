// A federated graph of as many types as a test asks for: entities, interfaces, guards, lists, inputs.
import {
  Kind,
  parse,
  print,
  visit,
  type DocumentNode,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
} from 'graphql'
import { LINK, type Texts } from '../corpus/base.ts'

const SUBGRAPHS = ['a', 'b', 'c', 'd']
const SCOPES = ['identity', 'credentials', 'wallet', 'admin', 'partner']

/** SDL of four subgraphs with `count` object types in all; `changed` edits one type in twenty. */
export function largeGraph(count: number, changed = false): Texts {
  const texts = SUBGRAPHS.map((name, at) => {
    const own = Array.from(
      { length: count / SUBGRAPHS.length },
      (_, n) => n * SUBGRAPHS.length + at,
    )
    const types = own.map((n) => typeOf(n, count, changed && n % 20 === 0))
    return [name, `${LINK}${rootOf(own)}\n${types.join('\n')}\n${sharedOf(own, count)}`]
  })
  return Object.fromEntries(texts) as Texts
}

function rootOf(own: readonly number[]): string {
  const asked = own.filter((_, index) => index % 10 === 0)
  const fields = asked.map((n) => `"Thing ${n}." thing${n}(id: ID!): Thing${n} ${guard(n, true)}`)
  return `interface Node${own[0]} { "Its id." id: ID! }\ntype Query { ${fields.join('\n')} }`
}

function typeOf(n: number, count: number, isChanged: boolean): string {
  const next = own(n, 1, count)
  return `"Thing ${n}." type Thing${n} implements Node${n % SUBGRAPHS.length} @key(fields: "id") {
    "Its id." id: ID!
    "A text." text: ${isChanged ? 'String!' : 'String'}
    "A number." size(unit: String = "${isChanged ? 'm' : 'cm'}"): Int ${isChanged ? '' : guard(n + 1)}
    "The next." next: Thing${next} ${guard(n + 2)}
    "Another." other: Thing${own(n, 7, count)}
    "Some." some: [Thing${own(n, 31, count)}!] ${guard(n)}
    ${isChanged ? `"New." opened: Thing${own(n, 11, count)} @authenticated` : ''}
  }`
}

/** Each subgraph adds a field to some entities of the next one. */
function sharedOf(all: readonly number[], count: number): string {
  const foreign = all.filter((_, index) => index % 5 === 0).map((n) => (n + 1) % count)
  return foreign
    .map(
      (n) =>
        `type Thing${n} @key(fields: "id") { id: ID! "Added." added${n}: Int ${guard(n + 3)} }`,
    )
    .join('\n')
}

function own(n: number, step: number, count: number): number {
  return (n + step * SUBGRAPHS.length) % count
}

function guard(n: number, always = false): string {
  if (!always && n % 3 !== 0) return ''
  return `@requiresScopes(scopes: [["${SCOPES[n % SCOPES.length]}"]])`
}

/**
 * What composition would make of the subgraphs, as far as the check reads it: it takes 20 seconds for
 * 2,000 types. Every type has the fields that any subgraph gives it.
 */
export function merged(texts: Texts): { supergraph: string; api: string } {
  const types = new Map<string, ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode>()
  for (const node of Object.values(texts).flatMap((text) => parse(text).definitions)) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) {
      continue
    }
    const { fields = [], ...known } = types.get(node.name.value) ?? node
    const names = new Set(fields.map(({ name }) => name.value))
    const more = (node.fields ?? []).filter(({ name }) => !names.has(name.value))
    types.set(node.name.value, { ...known, fields: [...fields, ...more] })
  }
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...types.values()] }
  const isPublic = { Directive: () => null }
  return { supergraph: print(document), api: print(visit(document, isPublic)) }
}
