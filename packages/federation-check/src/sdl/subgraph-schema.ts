// The schema that the service of a subgraph executes, for documents that bypass the router.
import { buildASTSchema, Kind, parse, type DocumentNode, type GraphQLSchema } from 'graphql'
import { keysOf } from '../federation/keys.ts'
import { isObject, typesIn } from './sdl.ts'

/**
 * Builds the schema, without effects of federation directives. A subgraph may only `extend type
 * Query`, but graphql-js needs a definition first.
 */
export function buildSubgraph({ definitions: own }: DocumentNode): GraphQLSchema {
  const written: DocumentNode = { kind: Kind.DOCUMENT, definitions: own }
  const added = parse(addedTo(written), { noLocation: true }).definitions
  const types = typesIn({ kind: Kind.DOCUMENT, definitions: [...own, ...added] })
  const definitions = [...types.values()].map(({ node, fields }) => {
    const kind = node.kind.replace('Extension', 'Definition')
    return { ...node, kind, ...('fields' in node && { fields: [...fields.values()] }) }
  })
  const whole = { kind: Kind.DOCUMENT, definitions } as unknown as DocumentNode
  return buildASTSchema(whole, { assumeValidSDL: true, assumeValid: true })
}

/**
 * The definitions that a subgraph library adds to the SDL
 * (https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec).
 */
function addedTo(document: DocumentNode): string {
  const service = 'type _Service { sdl: String! } extend type Query { _service: _Service! }'
  const entities = [...typesIn(document).values()]
    .filter((type) => isObject(type) && keysOf(type).some(({ resolvable }) => resolvable))
    .map(({ name }) => name)
  if (entities.length === 0) return service
  const query = 'extend type Query { _entities(representations: [_Any!]!): [_Entity]! }'
  return `${service} scalar _Any union _Entity = ${entities.join(' | ')} ${query}`
}
