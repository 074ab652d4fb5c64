// Checks a file against the JSON Schema, with messages in the style of the domain rules.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { serviceContentSchema } from './schema.ts'

type Path = readonly (string | number)[]

/** The source of an issue: the schema of a value's form or of its bounds, or a rule of the domain. */
export type IssueSource = 'form' | 'rule' | 'bounds'

export interface SchemaIssue {
  path: Path
  reason: string
  source: IssueSource
}

const validators = new WeakMap<AnySubgraph, ValidateFunction>()

/** Every violation of the service's schema in the lists of a file. */
export function schemaIssues(service: AnySubgraph, lists: unknown): SchemaIssue[] {
  const validate = validators.get(service) ?? compile(service)
  validators.set(service, validate)
  validate(lists)
  return (validate.errors ?? []).map((error) => issueOf(error, lists))
}

function compile(service: AnySubgraph): ValidateFunction {
  // `verbose` adds the schema and the value to each error.
  const ajv = new Ajv({ allErrors: true, verbose: true })
  // A CommonJS module, whose default export is the plugin itself or holds it.
  const addFormats = formats as unknown as typeof formats.default
  addFormats(ajv)
  return ajv.compile(serviceContentSchema(service))
}

const BOUNDS = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'pattern',
])

function issueOf(error: ErrorObject, lists: unknown): SchemaIssue {
  const path = pathOf(error.instancePath, lists)
  const reason = reasonOf(error, path)
  const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>
  const named = missingProperty ?? additionalProperty
  if (named !== undefined) path.push(named)
  return { path, reason, source: BOUNDS.has(error.keyword) ? 'bounds' : 'form' }
}

/** The parts of a schema that messages show. */
interface Bounded {
  properties?: object
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** A JSON Pointer (RFC 6901) as steps: numbers where the value is a list. */
function pathOf(pointer: string, root: unknown): (string | number)[] {
  let value = root
  const names = pointer.split('/').slice(1)
  return names.map((name) => {
    const step = name.replaceAll('~1', '/').replaceAll('~0', '~')
    const isList = Array.isArray(value)
    value = (value as Record<string, unknown>)[step]
    return isList ? Number(step) : step
  })
}

type Explain = (schema: Bounded, error: ErrorObject, list: string) => string

const characters: Explain = ({ minLength = 0, maxLength }) =>
  `must have ${minLength} to ${maxLength} characters`
const range: Explain = ({ minimum, maximum }) => `must be from ${minimum} to ${maximum}`
const items: Explain = ({ minItems, maxItems }, _error, list) =>
  minItems === undefined
    ? `must have at most ${maxItems} items`
    : `must hold ${minItems} to ${maxItems} ${list}`

/** Messages by the violated keyword. */
const REASONS: Record<string, Explain> = {
  required: () => 'is missing',
  additionalProperties: ({ properties = {} }) =>
    `is unknown; the fields are ${Object.keys(properties).join(', ')}`,
  type: (_schema, { params, data }) => typeReason(String(params.type), data),
  enum: (_schema, { params }) => `must be one of ${(params.allowedValues as unknown[]).join(', ')}`,
  minLength: characters,
  maxLength: characters,
  minimum: range,
  maximum: range,
  minItems: items,
  maxItems: items,
  format: () => 'must be a date and time such as 2026-01-31T12:00:00Z',
}

function reasonOf(error: ErrorObject, path: Path): string {
  const { keyword, parentSchema = {}, message = '' } = error
  return REASONS[keyword]?.(parentSchema as Bounded, error, String(path.at(-1))) ?? message
}

const TYPES: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
}

function typeReason(type: string, data: unknown): string {
  const wanted = `must be ${TYPES[type] ?? type}`
  const isQuotable = type === 'string' && ['number', 'boolean'].includes(typeof data)
  return isQuotable ? `${wanted}: put it in quotes` : wanted
}
