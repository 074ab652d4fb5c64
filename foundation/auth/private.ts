// Makes `@private` true: the resolver of a private field runs for the person it belongs to alone.
import {
  defaultFieldResolver,
  getDirectiveValues,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  visit,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'

/**
 * Wraps the resolver of every field marked `@private`: null for anybody but the identity whose id the
 * object holds in `owner`. Call it before the guards are put in front, so that these refuse first.
 * @throws when a private field is not nullable, or its object does not hold the owner itself
 */
export function enforcePrivate(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const owner = ownerOf(schema, field)
      if (owner === undefined) continue
      refuseUnenforceable(schema, type, field, owner)
      hideFromOthers(field, owner)
    }
  }
}

/** The field of the same object that holds whose a private field is; undefined for any other field. */
export function ownerOf<C>(
  schema: GraphQLSchema,
  { astNode }: GraphQLField<unknown, C>,
): string | undefined {
  const directive = schema.getDirective('private')
  const values = directive && astNode && getDirectiveValues(directive, astNode)
  return values?.owner as string | undefined
}

function refuseUnenforceable(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  field: GraphQLField<unknown, Caller>,
  owner: string,
): void {
  const coordinate = `${type.name}.${field.name}`
  if (isNonNullType(field.type)) {
    throw new Error(`${coordinate} is @private and must be nullable.`)
  }
  const holder = type.getFields()[owner]
  if (!holder || holder.resolve || !isLeafType(withoutNonNull(holder.type))) {
    throw new Error(`${coordinate} is @private, and ${type.name} does not hold ${owner} itself.`)
  }
  if (trustsRepresentations(schema, type)) {
    throw new Error(`${coordinate} is @private, and ${type.name} has no __resolveReference.`)
  }
}

function withoutNonNull(type: GraphQLOutputType): GraphQLOutputType {
  return isNonNullType(type) ? type.ofType : type
}

/** Without `__resolveReference`, the object is what the caller has sent, and so is its owner. */
function trustsRepresentations(schema: GraphQLSchema, type: GraphQLObjectType): boolean {
  const entities = schema.getType('_Entity')
  if (!isUnionType(entities) || !entities.getTypes().includes(type)) return false
  const { apollo } = type.extensions as { apollo?: { subgraph?: { resolveReference?: unknown } } }
  return apollo?.subgraph?.resolveReference === undefined
}

function hideFromOthers(field: GraphQLField<unknown, Caller>, owner: string): void {
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (source, args, ctx, info) => {
    // Nobody owns what has no owner, so a missing viewer must not equal a missing id.
    const isOwner =
      ctx.viewer && (source as Record<string, unknown>)[owner] === ctx.viewer.identityId
    return isOwner ? resolve(source, args, ctx, info) : null
  }
}

const SENTENCE = 'Null for anybody but the caller.'

/** Adds to the descriptions of private fields who sees them: introspection shows no directives. */
export function describePrivate(document: DocumentNode): DocumentNode {
  const isDefined = document.definitions.some(
    (node) => node.kind === Kind.DIRECTIVE_DEFINITION && node.name.value === 'private',
  )
  return isDefined ? visit(document, { FieldDefinition: described }) : document
}

function described(field: FieldDefinitionNode): FieldDefinitionNode | undefined {
  if (!field.directives?.some(({ name }) => name.value === 'private')) return undefined
  const value = [field.description?.value ?? '', SENTENCE].join(' ').trim()
  return { ...field, description: { kind: Kind.STRING, ...field.description, value } }
}
