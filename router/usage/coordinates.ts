// The coordinates that an operation uses, found once for each operation and kept with it.
import {
  Kind,
  separateOperations,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { coordinatesOf } from '../../schema/check/src/coordinates.ts'

/** The same array for each run of an operation. */
export type Coordinates = readonly string[]

/** Finds the coordinates of operations that are valid on the schema it is called with. */
export type FindCoordinates = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
) => Coordinates

/** Introspection is no use of the graph. */
const INTROSPECTION = /(^|\.)__/

/** One for each schema. Operations share the texts of coordinates, of which a schema has few. */
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
    // An operation that only introspects has nothing left but the root type.
    const coordinates = used.some((coordinate) => coordinate.includes('.')) ? used : []
    known.set(operation, coordinates)
    return coordinates
  }
}

/** What is executed of a document with several operations. */
function ownDocument(document: DocumentNode, { name }: OperationDefinitionNode): DocumentNode {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  return operations.length > 1 ? separateOperations(document)[name?.value ?? '']! : document
}
