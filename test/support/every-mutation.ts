// Every mutation of the schema that clients can use, with a request for each.
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
  Kind,
  print,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql'
import { readFileSync } from 'node:fs'
import { newId } from '#foundation/domain/ids.ts'
import { subgraphDocument } from '#foundation/service/sdl.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const schema = buildSchema(
  readFileSync(new URL('../../schema/api.graphql', import.meta.url), 'utf8'),
)
export const mutations = Object.values(schema.getMutationType()!.getFields())

/** The mutations that need the scope `admin`, from the SDL of their services. */
const administrative = new Set(
  subgraphs
    .flatMap((subgraph) => subgraphDocument(subgraph).definitions)
    .filter(
      (node) =>
        node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION,
    )
    .filter(({ name }) => name.value === 'Mutation')
    .flatMap(({ fields = [] }) => fields)
    .filter(({ directives = [] }) => directives.map(print).join().includes('"admin"'))
    .map(({ name }) => name.value),
)
export const administrativeMutations = mutations.filter(({ name }) => administrative.has(name))

/** A value of each scalar, by its name. */
const SCALARS: Record<string, unknown> = {
  Boolean: true,
  DateTimeISO: '2100-01-01T00:00:00.000Z',
  Float: 1,
  ID: newId('unknown'),
  Int: 1,
  JSONObject: {},
  SafeInt: 1,
  String: 'abcdefgh',
}

/** A value of that type: its required fields, or else one field. */
function valueOf(type: GraphQLInputType): unknown {
  const given = getNullableType(type)
  if (isListType(given)) return [valueOf(given.ofType)]
  if (isEnumType(given)) return given.getValues()[0]!.name
  if (isScalarType(given)) return SCALARS[given.name]
  if (!isInputObjectType(given)) throw new Error(`There is no value of ${String(type)}.`)
  const fields = Object.values(given.getFields())
  const required = fields.filter(isRequiredInputField)
  const sent = required.length > 0 ? required : fields.slice(0, 1)
  return Object.fromEntries(sent.map((field) => [field.name, valueOf(field.type)]))
}

/** A request for a mutation, with its required arguments. */
export function requestOf({ name, args, type }: GraphQLField<unknown, unknown>) {
  const sent = args.filter(isRequiredArgument)
  const takes = sent.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const passes = sent.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const leaf = isScalarType(getNamedType(type))
  const query = `mutation ${takes && `(${takes})`} {
    ${name}${passes && `(${passes})`} ${leaf ? '' : '{ __typename }'}
  }`
  return {
    query,
    variables: Object.fromEntries(sent.map((arg) => [arg.name, valueOf(arg.type)])),
  }
}
