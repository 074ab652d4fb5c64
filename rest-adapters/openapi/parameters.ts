// The parameters that a row reads from the URL: path segments, `page`, `limit` and other query parameters.
import { getNamedType, isRequiredArgument, Kind, type GraphQLArgument } from 'graphql'
import { IDEMPOTENCY_KEY, MAX_KEY_CHARACTERS } from '#foundation/http/idempotency-key.ts'
import { reference, type Parameter, type Reference } from '#foundation/http/openapi.ts'
import { MAX_WAIT_S } from '../long-poll.ts'
import { DEFAULT_LIMIT, MAX_LIMIT } from '../pages.ts'
import type { Route } from '#foundation/service/route.ts'
import { parameterBounds } from './bounds.ts'
import type { Source } from './component-schemas.ts'
import { fieldExamples } from './examples.ts'
import { inputSchema } from './input.ts'
import type { RootField } from './root-field.ts'

/** The parameters of every list. */
export const PAGE_PARAMETERS: Readonly<Record<'Page' | 'Limit', Parameter>> = {
  Page: {
    name: 'page',
    in: 'query',
    description: 'The page number, from 1. With `page` or `limit` the response is a page.',
    schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
  },
  Limit: {
    name: 'limit',
    in: 'query',
    description:
      'The maximum number of items of a page. With `page` or `limit` the response is a page.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  },
}

/** The parameters of every path that changes something. */
export const KEY_PARAMETERS: Readonly<Record<'IdempotencyKey', Parameter>> = {
  IdempotencyKey: {
    name: IDEMPOTENCY_KEY,
    in: 'header',
    description:
      'A key of your choice, new for each request. Repeat the request with it within 24 hours to get the first response again.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_CHARACTERS },
  },
}

const WAIT: Parameter = {
  name: 'wait',
  in: 'query',
  description:
    'For how many seconds an empty response waits for something to tell. It is sent as soon as there is, and counts as one request.',
  schema: { type: 'integer', minimum: 0, maximum: MAX_WAIT_S, default: 0 },
}

/** Every parameter of a row, with the description of its argument. */
export function parametersOf(
  source: Source,
  { response, method, path, query = {}, waits }: Route,
  root: RootField,
): (Parameter | Reference)[] {
  const segments = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return [
    ...segments.map((name) => parameter(source, root, name, 'path')),
    ...Object.entries(query).map(([name, kind]) => ({
      ...parameter(source, root, name, 'query'),
      ...(kind === 'list' && { explode: false as const }),
    })),
    ...(waits ? [WAIT] : []),
    ...(response.form === 'list'
      ? [reference('parameters', 'Page'), reference('parameters', 'Limit')]
      : []),
    ...(method === 'get' ? [] : [reference('parameters', 'IdempotencyKey')]),
  ]
}

function parameter(
  { components }: Source,
  root: RootField,
  name: string,
  location: 'path' | 'query',
): Parameter {
  const argument = argumentOf(root, name)
  const { description, type } = argument
  const holder = getNamedType(root.field.type).name.replace(/Connection$/, '')
  const named = getNamedType(type)
  const examples = fieldExamples(components.examples, holder, argument.name, named)
  return {
    name,
    in: location,
    ...((location === 'path' || isRequiredArgument(argument)) && { required: true }),
    description: description ?? '',
    schema: { ...inputSchema(components, type), ...parameterBounds(holder, argument), ...examples },
  }
}

/** The argument of the root field that the variable is passed to. */
export function argumentOf({ field, node }: RootField, variable: string): GraphQLArgument {
  const name = node.arguments?.find(
    ({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable,
  )?.name.value
  const argument = field.args.find((known) => known.name === name)
  if (argument) return argument
  throw new Error(`${field.name} has no argument that takes $${variable}.`)
}
