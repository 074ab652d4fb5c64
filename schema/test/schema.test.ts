// The schema as a document: described everywhere, composed of every subgraph, committed as generated.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import {
  assertValidSchema,
  buildSchema,
  isTypeDefinitionNode,
  Kind,
  parse,
  visit,
  type ASTNode,
  type DirectiveDefinitionNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type TypeDefinitionNode,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { subgraphSdl } from '#foundation/subgraph.ts'
import { readSupergraph } from '../../router/supergraph.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { checkPeerOperations, generate, isStale } from '../generate.ts'

const api = readFileSync(new URL('../api.graphql', import.meta.url), 'utf8')

/** A type, field, argument, enum value, input field or directive that a document defines. */
type DefinitionNode =
  | TypeDefinitionNode
  | DirectiveDefinitionNode
  | FieldDefinitionNode
  | InputValueDefinitionNode
  | EnumValueDefinitionNode

interface Definition {
  /** Its name behind those of what it stands in, e.g. `Query.quests.first`. */
  path: string
  described: boolean
  inaccessible: boolean
}

function definitionsIn(sdl: string): Definition[] {
  const names: string[] = []
  const found: Definition[] = []
  visit(parse(sdl), {
    enter(node) {
      if (!isDefinition(node)) return
      names.push(`${node.kind === Kind.DIRECTIVE_DEFINITION ? '@' : ''}${node.name.value}`)
      const directives = 'directives' in node ? (node.directives ?? []) : []
      found.push({
        path: names.join('.'),
        described: node.description !== undefined && node.description.value.trim() !== '',
        inaccessible: directives.some(({ name }) => name.value === 'inaccessible'),
      })
    },
    leave(node) {
      if (isDefinition(node)) names.pop()
    },
  })
  return found
}

const MEMBERS = new Set<string>([
  Kind.DIRECTIVE_DEFINITION,
  Kind.FIELD_DEFINITION,
  Kind.INPUT_VALUE_DEFINITION,
  Kind.ENUM_VALUE_DEFINITION,
])

function isDefinition(node: ASTNode): node is DefinitionNode {
  return isTypeDefinitionNode(node) || MEMBERS.has(node.kind)
}

const pathsIn = (sdl: string) => definitionsIn(sdl).map(({ path }) => path)

/** Words of GraphQL itself, which need no description. */
const ROOTS = ['Query', 'Mutation']

describe.each(subgraphs)('the subgraph $name', (subgraph) => {
  const definitions = definitionsIn(subgraphSdl(subgraph))
  const hidden = definitions.filter(({ inaccessible }) => inaccessible).map(({ path }) => path)
  const isHidden = (path: string) => hidden.some((at) => `${path}.`.startsWith(`${at}.`))

  test('describes every type, field, argument, value and directive', () => {
    const undescribed = definitions.filter(
      ({ path, described }) => !described && !ROOTS.includes(path),
    )
    expect(undescribed.map(({ path }) => path)).toEqual([])
    expect(definitions.length).toBeGreaterThan(20)
  })

  test('is in the supergraph, with the address it has by default', () => {
    const { name, port } = subgraph
    expect(readSupergraph()).toContain(
      `${name.toUpperCase()} @join__graph(name: "${name}", url: "http://localhost:${port}/graphql")`,
    )
  })

  test('is in the schema of clients with all but what is inaccessible', () => {
    const own = definitions.filter(({ path }) => !path.startsWith('@')).map(({ path }) => path)
    expect(own.filter((path) => !isHidden(path) && !pathsIn(api).includes(path))).toEqual([])
    expect(pathsIn(api).filter(isHidden)).toEqual([])
  })
})

test('grants of services are among what is inaccessible', () => {
  const everywhere = subgraphs.flatMap((subgraph) => definitionsIn(subgraphSdl(subgraph)))
  const hidden = everywhere.filter(({ inaccessible }) => inaccessible).map(({ path }) => path)
  expect(hidden).toContain('Mutation.grantXp')
})

test('the supergraph is made of the subgraphs, and of nothing else', () => {
  const named = [...readSupergraph().matchAll(/@join__graph\(name: "(\w+)"/g)]
  expect(new Set(named.map(([, name]) => name))).toEqual(new Set(subgraphs.map(({ name }) => name)))
})

test('the schema of clients is a valid schema that speaks of no federation', () => {
  expect(() => assertValidSchema(buildSchema(api))).not.toThrow()
  expect(api).not.toMatch(/join__|link__|_entities|_service/)
})

test('every generated file is as `npm run schema` writes it', async () => {
  const stale = [...(await generate())].filter(([file, text]) => isStale(file, text))
  expect(stale.map(([file]) => relative(process.cwd(), file))).toEqual([])
})

test('a file that is missing or changed is not fresh', async () => {
  const [[file, text] = expect.fail()] = await generate()
  expect(isStale(file, text)).toBe(false)
  expect(isStale(file, `${text}\n`)).toBe(true)
  expect(isStale(`${file}.missing`, text)).toBe(true)
})

test('whatever subgraphs send to each other is valid where it is sent', () => {
  expect(checkPeerOperations()).toEqual([])
})
