// Changes in the parameters of an operation, and in the serialization of parameters and headers.
import type { Finding } from '../finding.ts'
import { textOf } from './document/meaning.ts'
import { contentsOf } from './document/media-types.ts'
import type { Direction } from './schema/change.ts'
import { ANY } from './schema/all-of.ts'
import type { Flatten } from './schema/flatten.ts'
import type { Flat, Header, Parameter, Schema } from './openapi.ts'
import { restRules } from './rules.ts'
import { compareOthers, compareSchemas, type Walk } from './walk.ts'

export function compareParameters(
  walk: Walk,
  name: string,
  before: readonly Parameter[],
  after: readonly Parameter[],
): Finding[] {
  const gone = named(before).filter((one) => !find(after, one))
  return [
    ...gone.map((one) => walk.report('rest-input-removed', place(name, one), 'is ignored now.')),
    ...named(after).flatMap((one) => compareParameter(walk, name, find(before, one), one)),
  ]
}

function compareParameter(
  walk: Walk,
  name: string,
  before: Parameter | undefined,
  after: Parameter,
): Finding[] {
  const coordinate = place(name, after)
  return [
    ...presence(walk, coordinate, before && (before.required ?? false), after.required),
    ...(before ? compareWritten(walk, 'request', coordinate, before, after) : []),
  ]
}

const place = (name: string, one: Parameter) => `${name} ${one.in} ${one.name}`

const find = (all: readonly Parameter[], one: Parameter) =>
  all.find((other) => other.in === one.in && keyOf(other) === keyOf(one))

/** The key of a parameter. Header names are case-insensitive. */
const keyOf = ({ in: where, name }: Parameter) => (where === 'header' ? name.toLowerCase() : name)

/**
 * The parameters by key, without headers that are not parameters:
 * https://spec.openapis.org/oas/v3.1.0#parameter-object.
 */
const named = (all: readonly Parameter[]) =>
  all.filter((one) => one.in !== 'path' && !(one.in === 'header' && NOT_SENT.has(keyOf(one))))

const NOT_SENT: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type'])

/** Compares whether an input is required; `undefined` when it did not exist. */
export function presence(
  { report }: Walk,
  coordinate: string,
  was: boolean | undefined,
  is: boolean | undefined = false,
): Finding[] {
  if (was === is) return []
  if (is) return [report('rest-input-required', coordinate, 'must be sent now.')]
  if (was === undefined) return [report('rest-input-added', coordinate, 'may be sent now.')]
  return [report('rest-input-optional', coordinate, 'is no longer required.')]
}

/** Compares the values of a parameter or header, and their serialization. */
export function compareWritten(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  before: Header,
  after: Header,
): Finding[] {
  return [
    ...compareWriting(walk, coordinate, before, after),
    ...compareDeprecation(walk, coordinate, before, after),
    ...compareOthers(walk, coordinate, before, after, KNOWN),
    ...(compareSent(walk, direction, coordinate, before, after) ??
      compareSchemas(walk, direction, coordinate, schemaOf(before), schemaOf(after))),
  ]
}

/**
 * Compares values as they are sent: numbers and booleans are strings there, so a parameter that may
 * now be any string still accepts them.
 * @returns undefined for any other change
 */
function compareSent(
  { schemas, report }: Walk,
  direction: Direction,
  coordinate: string,
  before: Header,
  after: Header,
): Finding[] | undefined {
  if (direction === 'response' || before.content || after.content) return undefined
  const was = schemas.flatten.base(schemaOf(before) ?? ANY)
  const is = schemas.flatten.head(schemaOf(after) ?? ANY)
  if (!isWrittenPlainly(was) || is.nullable || is.type.join() !== 'string') return undefined
  const usual = was.default === undefined ? {} : { default: textOf(was.default) }
  const written = { type: 'string', deprecated: was.deprecated === true, ...usual }
  const changes = schemas.compare('request', written, schemaOf(after))
  const isAccepted = changes.every(
    ({ rule }) => rule === 'rest-default-changed' || restRules[rule].severity === 'safe',
  )
  if (!isAccepted) return undefined
  const types = `${was.type.join('|')}>string`
  const message = `has another type: ${types.replace('>', ' becomes ')}.`
  return [
    report('rest-type-compatible', coordinate, message, types),
    ...changes.map(({ rule, at, message, detail }) =>
      report(rule, `${coordinate}${at}`, message, detail),
    ),
  ]
}

const isWrittenPlainly = ({ type, nullable, alternatives }: Flat) =>
  !nullable && alternatives.size === 0 && type.length > 0 && type.every((one) => PLAIN.has(one))

const PLAIN: ReadonlySet<string> = new Set(['integer', 'number', 'boolean'])

const KNOWN = ['name', 'in', 'required', 'deprecated', 'style', 'explode', 'schema', 'content']

function compareWriting(
  { schemas, report }: Walk,
  coordinate: string,
  before: Header,
  after: Header,
) {
  const { base, head } = schemas.flatten
  const [was, is] = [writingOf(base, before), writingOf(head, after)]
  const message = `is serialized differently: ${was}>${is}.`
  return was === is
    ? []
    : [report('rest-serialization-changed', coordinate, message, `${was}>${is}`)]
}

/** A parameter with `content` has one media type, which defines its serialization. */
export function schemaOf({ schema, content }: Header): Schema | undefined {
  return content ? Object.values(content)[0]?.schema : schema
}

/** The serialization of a list or object. Most styles write strings and numbers alike. */
function writingOf(flatten: Flatten, header: Header): string {
  if (header.content) return [...contentsOf(header).keys()].join(' ')
  const inQuery = header.in === 'query' || header.in === 'cookie'
  const { style = inQuery ? 'form' : 'simple' } = header
  const { explode = style === 'form' } = header
  if (isPlain(flatten, header.schema ?? ANY))
    return style === 'form' || style === 'simple' ? 'plain' : style
  return explode ? `${style} explode` : style
}

/** Whether a value is no list or object in any of its forms, which may contain themselves. */
export function isPlain(flatten: Flatten, schema: Schema, met = new Set<Schema>()): boolean {
  if (met.has(schema)) return true
  met.add(schema)
  const { type, alternatives } = flatten(schema)
  if (type.length > 0) return !type.some((one) => one === 'array' || one === 'object')
  const forms = [...alternatives.values()]
  return forms.length > 0 && forms.every((form) => isPlain(flatten, form, met))
}

/** Reports a deprecation, which changes nothing yet for callers. */
export function compareDeprecation(
  { report }: Walk,
  coordinate: string,
  before: { deprecated?: boolean },
  after: { deprecated?: boolean },
): Finding[] {
  const [was, is] = [before, after].map(({ deprecated = false }) => deprecated)
  if (was === is) return []
  const message = is ? 'is deprecated now.' : 'is no longer deprecated.'
  return [report('rest-deprecation-changed', coordinate, message, is ? 'deprecated' : 'in use')]
}
