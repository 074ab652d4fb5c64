// The schema that clients of the router see: what is not served is not advertised, and @oneOf inputs are marked.
import {
  GraphQLSchema,
  isInputObjectType,
  isNonNullType,
  Kind,
  parse,
  type GraphQLInputObjectType,
} from 'graphql'
import { linkedFeatures } from './linked-features.ts'

/** Directives of incremental delivery, which this router does not support. */
const INCREMENTAL = new Set(['defer', 'stream'])

/**
 * Removes the root of subscriptions from an API schema, and the directives of incremental delivery. Types that only
 * subscriptions return stay: nothing leads to them, and they may have a way to them again.
 * @param supergraph its SDL: inputs may be `@oneOf`, which the API schema of Apollo leaves out
 * @throws for a `@oneOf` input with a field that is required or has a default
 */
export function clientSchema(schema: GraphQLSchema, supergraph: string): GraphQLSchema {
  for (const name of oneOfInputs(supergraph)) {
    const type = schema.getType(name)
    if (isInputObjectType(type)) markOneOf(type)
  }
  const { subscription, types, directives, ...config } = schema.toConfig()
  const served = directives.filter(({ name }) => !INCREMENTAL.has(name))
  if (!subscription && served.length === directives.length) return schema
  return new GraphQLSchema({
    ...config,
    subscription: null,
    types: types.filter((type) => type !== subscription),
    directives: served,
  })
}

/** The inputs with the directive, which subgraphs may compose under another name. */
function oneOfInputs(sdl: string): string[] {
  if (!sdl.includes('@oneOf')) return []
  const supergraph = parse(sdl, { noLocation: true })
  const imported = linkedFeatures(supergraph).flatMap(({ imports }) => imports.get('@oneOf') ?? [])
  const names = new Set(['oneOf', ...imported.map((name) => name.slice(1))])
  return supergraph.definitions.flatMap((node) => {
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
