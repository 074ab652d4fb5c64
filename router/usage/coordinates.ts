// Finds the schema coordinates that an operation uses, and caches them per operation.
import {
  Kind,
  separateOperations,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { coordinatesOf } from '../../schema/check/src/sdl/coordinates.ts'

/** The coordinates of an operation. Each run returns the same array, so that it can be a key. */
export type Coordinates = readonly string[]

/** Finds the coordinates of operations that are valid on the schema it is called with. */
export type FindCoordinates = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
) => Coordinates

/** Introspection does not count as usage. */
const INTROSPECTION = /(^|\.)__/

/** Creates a finder for one schema. Operations share the strings of coordinates, to save memory. */
export function createFindCoordinates(): FindCoordinates {
  const known = new WeakMap<OperationDefinitionNode, Coordinates>()
  const texts = new Map<string, string>()
  const shared = (text: string): string => {
    const first = texts.get(text) ?? text
    texts.set(first, first)
    return first
  }
  return (schema, document, operation) => {
    const found = known.get(operation)
    if (found) return found
    const all = [...coordinatesOf(schema, ownDocument(document, operation)).keys()]
    const used = all.filter((coordinate) => !INTROSPECTION.test(coordinate)).map(shared)
    // Without introspection, only the root type may be left.
    const coordinates = used.some((coordinate) => coordinate.includes('.')) ? used : []
    known.set(operation, coordinates)
    return coordinates
  }
}

/** The part of a document with several operations that is executed. */
function ownDocument(document: DocumentNode, { name }: OperationDefinitionNode): DocumentNode {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  return operations.length > 1 ? separateOperations(document)[name?.value ?? '']! : document
}
