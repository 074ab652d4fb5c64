// What changes in the parameters of an operation, and in how they and headers are written.
import type { Finding } from '../finding.ts'
import type { Direction } from './keywords.ts'
import { ANY } from './all-of.ts'
import type { Flatten } from './flatten.ts'
import type { Header, Parameter, Schema } from './openapi.ts'
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

/** Headers are called alike in capitals and in small letters. */
const keyOf = ({ in: where, name }: Parameter) => (where === 'header' ? name.toLowerCase() : name)

const named = (all: readonly Parameter[]) => all.filter((one) => one.in !== 'path')

/** Something that can be sent: `undefined` when it could not be sent before. */
export function presence(
  { report }: Walk,
  coordinate: string,
  was: boolean | undefined,
  is: boolean | undefined = false,
): Finding[] {
  if (was === is) return []
  if (is) return [report('rest-input-required', coordinate, 'must be sent now.')]
  if (was === undefined) return [report('rest-input-added', coordinate, 'may be sent now.')]
  return [report('rest-input-optional', coordinate, 'need not be sent any more.')]
}

/** The values of a parameter or header, and how they are written. */
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
    ...compareSchemas(walk, direction, coordinate, schemaOf(before), schemaOf(after)),
  ]
}

const KNOWN = ['name', 'in', 'required', 'deprecated', 'style', 'explode', 'schema', 'content']

function compareWriting(
  { schemas, report }: Walk,
  coordinate: string,
  before: Header,
  after: Header,
) {
  const { base, head } = schemas.flatten
  const [was, is] = [writingOf(base, before), writingOf(head, after)]
  const message = `is written otherwise: ${was}>${is}.`
  return was === is
    ? []
    : [report('rest-serialization-changed', coordinate, message, `${was}>${is}`)]
}

/** What stands in `content` has one media type, which says how it is written. */
export function schemaOf({ schema, content }: Header): Schema | undefined {
  return content ? Object.values(content)[0]?.schema : schema
}

/** How a list or an object is written; a text or a number is written in one way by most styles. */
function writingOf(flatten: Flatten, header: Header): string {
  if (header.content) return Object.keys(header.content).join(' ')
  const inQuery = header.in === 'query' || header.in === 'cookie'
  const { style = inQuery ? 'form' : 'simple' } = header
  const { explode = style === 'form' } = header
  const { type } = flatten(header.schema ?? ANY)
  const isPlain = type.length > 0 && !type.some((one) => one === 'array' || one === 'object')
  if (isPlain) return style === 'form' || style === 'simple' ? 'plain' : style
  return explode ? `${style} explode` : style
}

/** A word to callers, and no change for them. */
export function compareDeprecation(
  { report }: Walk,
  coordinate: string,
  before: { deprecated?: boolean },
  after: { deprecated?: boolean },
): Finding[] {
  const [was, is] = [before, after].map(({ deprecated = false }) => deprecated)
  if (was === is) return []
  const message = is ? 'is deprecated now.' : 'is deprecated no more.'
  return [report('rest-deprecation-changed', coordinate, message, is ? 'deprecated' : 'in use')]
}
