// Enforces `@private`: the resolver of a private field runs only for its owner.
import {
  defaultFieldResolver,
  getDirectiveValues,
  getNullableType,
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
  type GraphQLSchema,
} from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'

/**
 * Wraps the resolver of every field marked `@private`: null for anybody but the identity whose id
 * is in the object's `owner` field. Call it before the guards are added, so that they run first.
 * @throws when a private field is not nullable, or its object has no owner field of its own
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

/** The name of the field with the owner's id; undefined for a field that is not private. */
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
  if (!holder || holder.resolve || !isLeafType(getNullableType(holder.type))) {
    throw new Error(`${coordinate} is @private, and ${type.name} has no field ${owner} of its own.`)
  }
  if (trustsRepresentations(schema, type)) {
    throw new Error(`${coordinate} is @private, and ${type.name} has no __resolveReference.`)
  }
}

/** Without `__resolveReference`, the caller would send the object, and so choose its owner. */
function trustsRepresentations(schema: GraphQLSchema, type: GraphQLObjectType): boolean {
  const entities = schema.getType('_Entity')
  if (!isUnionType(entities) || !entities.getTypes().includes(type)) return false
  const { apollo } = type.extensions as { apollo?: { subgraph?: { resolveReference?: unknown } } }
  return apollo?.subgraph?.resolveReference === undefined
}

function hideFromOthers(field: GraphQLField<unknown, Caller>, owner: string): void {
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (source, args, ctx, info) => {
    // A missing viewer must not match a missing owner.
    const isOwner =
      ctx.viewer && (source as Record<string, unknown>)[owner] === ctx.viewer.identityId
    return isOwner ? resolve(source, args, ctx, info) : null
  }
}

const SENTENCE = 'Null for anybody but the caller.'

/** States in the description of each private field who sees it, because introspection hides directives. */
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
