// The schema that clients of the router see. It advertises only what is served, and marks @oneOf inputs.
import {
  GraphQLSchema,
  isInputObjectType,
  isNonNullType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  Kind,
  parse,
  specifiedDirectives,
  type DocumentNode,
  type GraphQLDirective,
  type GraphQLInputObjectType,
} from 'graphql'
import { linkedFeatures, type LinkedFeature } from './linked-features.ts'

/** Directives of incremental delivery, which this router does not support. */
const INCREMENTAL = new Set(['defer', 'stream'])

/**
 * Removes from an API schema what planners leave there and clients cannot use: the root of subscriptions where the
 * engine runs none, the directives of incremental delivery, and the elements of linked features, such as
 * `join__FieldSet`. Types that only subscriptions return stay, because nothing leads to them.
 * @param sdl the supergraph: inputs may be `@oneOf`, which the API schema of Apollo leaves out
 * @throws for a `@oneOf` input with a field that is required or has a default
 */
export function clientSchema(
  schema: GraphQLSchema,
  sdl: string,
  { servesSubscriptions = true } = {},
): GraphQLSchema {
  const { subscription, types, directives, ...config } = schema.toConfig()
  const unserved = servesSubscriptions ? undefined : (subscription ?? undefined)
  const hasMore =
    types.some(({ name }) => /.__/.test(name)) || !directives.every(isSpecifiedDirective)
  if (!hasMore && !unserved && !sdl.includes('@oneOf')) return schema
  const supergraph = parse(sdl, { noLocation: true })
  const features = linkedFeatures(supergraph)
  for (const name of oneOfInputs(supergraph, features)) {
    const type = schema.getType(name)
    if (isInputObjectType(type)) markOneOf(type)
  }
  return new GraphQLSchema({
    ...config,
    subscription: unserved ? null : subscription,
    types: types.filter((type) => {
      // Scalars of the specification are added again if something uses them.
      const isUsed = type !== unserved && !isSpecifiedScalarType(type)
      return isUsed && !isOfFeature(features, type.name)
    }),
    directives: [...specifiedDirectives, ...directives.filter((one) => isOfClients(one, features))],
  })
}

function isOfClients(directive: GraphQLDirective, features: readonly LinkedFeature[]): boolean {
  if (isSpecifiedDirective(directive) || INCREMENTAL.has(directive.name)) return false
  return !isOfFeature(features, directive.name, '@')
}

/** True for the name of a type, or of a directive with `@`, that a feature defines. */
function isOfFeature(
  features: readonly LinkedFeature[],
  name: string,
  sigil: '@' | '' = '',
): boolean {
  return features.some(({ imports, prefix }) => {
    if (name.startsWith(`${prefix}__`) || (sigil && name === prefix)) return true
    return [...imports.values()].includes(sigil + name)
  })
}

/** The inputs with the directive, which subgraphs may compose under another name. */
function oneOfInputs({ definitions }: DocumentNode, features: readonly LinkedFeature[]): string[] {
  const imported = features.flatMap(({ imports }) => imports.get('@oneOf') ?? [])
  const names = new Set(['oneOf', ...imported.map((name) => name.slice(1))])
  return definitions.flatMap((node) => {
    const isInput =
      node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ||
      node.kind === Kind.INPUT_OBJECT_TYPE_EXTENSION
    const isOneOf = isInput && node.directives?.some(({ name }) => names.has(name.value))
    return isOneOf ? [node.name.value] : []
  })
}

function markOneOf(type: GraphQLInputObjectType): void {
  for (const { name, type: fieldType, defaultValue } of Object.values(type.getFields())) {
    if (!isNonNullType(fieldType) && defaultValue === undefined) continue
    throw new Error(
      `${type.name} is @oneOf, so ${type.name}.${name} must be nullable and have no default.`,
    )
  }
  type.isOneOf = true
}
