// What clients send: a document for each field, argument, enum value and input field of a schema.
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'

type Field = GraphQLField<unknown, unknown>

/** How a client comes to a type: what stands before and behind its fields. */
type Way = readonly [before: string, after: string]

/** Documents that are valid on the schema, and between them use all that clients can. */
export function documentsFor(schema: GraphQLSchema): DocumentNode[] {
  const texts = [...waysIn(schema)].flatMap(([name, [before, after]]) => {
    const type = schema.getType(name)
    if (!isObjectType(type)) return []
    return Object.values(type.getFields()).flatMap((field) =>
      callsOf(field).map((call) => `${before} ${call}${after}`),
    )
  })
  return texts.map((text) => parse(text, { noLocation: true }))
}

/** The shortest way to each object, from the roots on. */
function waysIn(schema: GraphQLSchema): Map<string, Way> {
  const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() }
  const ways = new Map<string, Way>()
  for (const [operation, type] of Object.entries(roots)) {
    if (type) ways.set(type.name, [`${operation} {`, ' }'])
  }
  for (const [name, [before, after]] of ways) {
    const type = schema.getType(name)
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const fieldType = getNamedType(field.type)
      if (isLeafType(fieldType)) continue
      const call = `${before} ${field.name}${sent(required(field))} {`
      const possible = isObjectType(fieldType) ? [fieldType] : schema.getPossibleTypes(fieldType)
      for (const one of possible) {
        const way: Way =
          one === fieldType
            ? [call, ` }${after}`]
            : [`${call} ... on ${one.name} {`, ` } }${after}`]
        if (!ways.has(one.name)) ways.set(one.name, way)
      }
    }
  }
  return ways
}

const required = ({ args }: Field) => args.filter(isRequiredArgument)

/** The field alone, and with each way to fill each of its arguments. */
function callsOf(field: Field): string[] {
  const inner = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'
  const least = required(field)
  const filled = field.args.flatMap((argument) => {
    const others = least.filter((one) => one !== argument)
    return valuesOf(argument.type).map((value) => sent(others, `${argument.name}: ${value}`))
  })
  return [sent(least), ...filled].map((call) => `${field.name}${call}${inner}`)
}

function sent(args: readonly GraphQLArgument[], more?: string): string {
  const filled = args.map(({ name, type }) => `${name}: ${valuesOf(type)[0]}`)
  const all = more === undefined ? filled : [...filled, more]
  return all.length > 0 ? `(${all.join(', ')})` : ''
}

const SCALARS: Readonly<Record<string, string>> = {
  Int: '1',
  Float: '1.5',
  Boolean: 'true',
  DateTimeISO: '"2026-01-01T00:00:00.000Z"',
  JSONObject: '{}',
}

/** Every value that is different in kind: those of an enum, an input with each of its fields. */
function valuesOf(type: GraphQLInputType): string[] {
  if (isNonNullType(type)) return valuesOf(type.ofType)
  if (isListType(type)) return valuesOf(type.ofType).map((value) => `[${value}]`)
  if (isEnumType(type)) return type.getValues().map(({ name }) => name)
  if (!isInputObjectType(type)) return [SCALARS[type.name] ?? '"x"']
  const fields = Object.values(type.getFields())
  const least = fields.filter(isRequiredInputField)
  const fill = (some: typeof fields) =>
    `{ ${some.map((field) => `${field.name}: ${valuesOf(field.type)[0]}`).join(', ')} }`
  return [fill(least), ...fields.map((field) => fill([...new Set([...least, field])]))]
}
