// Reads a schema in a single file, as other tools publish or write it.
import {
  buildASTSchema,
  concatAST,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  parse,
  print,
  specifiedDirectives,
  visit,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql'
import type { Both } from '../both.ts'
// The main module of graphql does not export this function. As in near.ts, package.json pins the version of graphql.
import { validateSDL } from 'graphql/validation/validate.js'
import { UsageError, tolerate, type Text } from '../sources/files.ts'
import type { Tree } from '../sources/tree.ts'

/**
 * Marks two trees that are each one file of SDL: as subgraphs, if either uses federation, else as
 * schemas without it. Compared with anything else, such a file shows only what clients see.
 */
export function asPair({ base, head }: Both<Tree>): Both<Tree> {
  if (!isSdlFile(base) || !isSdlFile(head)) return { base, head }
  const alone = [base, head].some(({ api }) => isSubgraph(api!.text)) ? 'subgraph' : 'schema'
  return { base: { ...base, alone }, head: { ...head, alone } }
}

const isSdlFile = ({ partial, api, subgraphs }: Tree) =>
  partial === true && api !== undefined && subgraphs.length === 0

const FEDERATION = new Set('link key external requires provides extends shareable'.split(' '))

/** True for a schema that relies on definitions which only composition adds. */
export function isSubgraph(text: string): boolean {
  const document = tolerate(() => parse(text, { noLocation: true }))
  if (document === undefined) return false
  const { definitions } = document
  const types = new Set(definitions.filter(isTypeDefinitionNode).map(({ name }) => name.value))
  return (
    definitions.some((node) => isTypeExtensionNode(node) && !types.has(node.name.value)) ||
    undefinedDirectives(document).some((name) => FEDERATION.has(name))
  )
}

const SPECIFIED = specifiedDirectives.map(({ name }) => name)

/** Names of the directives that are used, and that neither the document nor GraphQL defines. */
function undefinedDirectives(document: DocumentNode): string[] {
  const used = new Set<string>()
  visit(document, { Directive: ({ name }) => void used.add(name.value) })
  const defined = document.definitions.flatMap((node) =>
    node.kind === Kind.DIRECTIVE_DEFINITION ? [node.name.value] : [],
  )
  return [...used].filter((name) => ![...SPECIFIED, ...defined].includes(name))
}

/** A schema for the rules of authorization, with a definition of every directive. */
export function withDirectives(texts: readonly Text[]): Text[] {
  const whole = concatAST(texts.map(({ text }) => parse(text, { noLocation: true })))
  const sdl = undefinedDirectives(whole).map(
    (name) => `directive @${name} repeatable on FIELD_DEFINITION | OBJECT`,
  )
  return sdl.length > 0 ? [...texts, { file: texts[0]!.file, text: sdl.join('\n') }] : [...texts]
}

/**
 * Reads the schema of a file. Two mistakes that are common in published SDL and do not affect
 * clients are tolerated: an undefined directive (gqlgen's `@goField`), and a field that is written
 * twice alike (GitHub's).
 * @throws Error with the first mistake and its line
 */
export function readSchema({ file, text }: Text): GraphQLSchema {
  const document = withoutRepeats(parse(text, { noLocation: true }))
  if (firstMistake(document) === undefined) return buildASTSchema(document, VALID)
  // Positions take twice the memory, so only a broken file is parsed again with them.
  const mistake = firstMistake(withoutRepeats(parse(text)))!
  throw new UsageError(`${file}:${mistake.locations?.at(-1)?.line}: ${mistake.message}`)
}

const VALID = { assumeValidSDL: true }

/** The first mistake in a schema. A directive of federation is one: the file is then a subgraph, not an API schema. */
function firstMistake(document: DocumentNode): GraphQLError | undefined {
  return validateSDL(document).find(({ message }) => {
    const [, name] = /^Unknown directive "@(\w+)"/.exec(message) ?? []
    return name === undefined || FEDERATION.has(name)
  })
}

function withoutRepeats(document: DocumentNode): DocumentNode {
  const fields = (all: readonly FieldDefinitionNode[]) => {
    const known = new Map<string, string>()
    return all.filter((field) => {
      const { value } = field.name
      const first = known.get(value)
      if (first === undefined) known.set(value, meaning(field))
      return first === undefined || first !== meaning(field)
    })
  }
  const typed = <T extends { fields?: readonly FieldDefinitionNode[] }>(node: T): T =>
    isRepeating(node.fields) ? { ...node, fields: fields(node.fields!) } : node
  return visit(document, { ObjectTypeDefinition: typed, InterfaceTypeDefinition: typed })
}

const isRepeating = (fields: readonly FieldDefinitionNode[] = []) =>
  new Set(fields.map(({ name }) => name.value)).size < fields.length

/** The text of a field without its descriptions. */
function meaning(field: FieldDefinitionNode): string {
  const bare = { leave: <T extends object>(node: T) => ({ ...node, description: undefined }) }
  return print(visit(field, { FieldDefinition: bare, InputValueDefinition: bare }))
}
