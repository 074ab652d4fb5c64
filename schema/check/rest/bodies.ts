// What changes in the statuses and headers of answers, and in the bodies of both directions.
import type { Finding } from '../finding.ts'
import { flatten, resolve, type Body, type Flat, type OpenApi } from './openapi.ts'
import type { RestRule } from './rules.ts'
import { compareProperties, compareSchemas, type Direction, type Walk } from './schemas.ts'

export function compareResponses(
  walk: Walk,
  name: string,
  before: Record<string, Body>,
  after: Record<string, Body>,
): Finding[] {
  const added = Object.keys(after).filter((status) => !before[status])
  return [
    ...added.map((status) => {
      const rule: RestRule = isError(status) ? 'rest-status-added' : 'rest-success-added'
      return walk.report(rule, `${name} ${status}`, 'may be answered now.')
    }),
    ...Object.entries(before).flatMap(([status, body]) => {
      const coordinate = `${name} ${status}`
      const known = after[status]
      if (known) return compareResponse(walk, coordinate, body, known)
      const rule: RestRule = isError(status) ? 'rest-error-removed' : 'rest-status-removed'
      return [walk.report(rule, coordinate, 'is answered no more.')]
    }),
  ]
}

function compareResponse(walk: Walk, coordinate: string, before: Body, after: Body): Finding[] {
  const [was, is] = [resolve(walk.base, before), resolve(walk.head, after)]
  return [
    ...compareHeaders(walk, coordinate, was, is),
    ...compareContents(walk, 'response', coordinate, was, is),
  ]
}

const isError = (status: string) => !/^[23]/.test(status)

/** The headers of an answer are like the properties of an object. */
function compareHeaders(walk: Walk, coordinate: string, was: Body, is: Body): Finding[] {
  const [before, after] = [headersOf(walk.base, was), headersOf(walk.head, is)]
  return compareProperties(walk, 'response', `${coordinate} headers`, before, after)
}

function headersOf(document: OpenApi, { headers = {} }: Body): Flat {
  const entries = Object.entries(headers).map(([name, header]) => {
    const { required, schema = {} } = resolve(document, header)
    return { name: name.toLowerCase(), required, schema }
  })
  return flatten(document, {
    properties: Object.fromEntries(entries.map(({ name, schema }) => [name, schema])),
    required: entries.filter(({ required }) => required).map(({ name }) => name),
  })
}

export function compareContents(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  before: Body | undefined,
  after: Body,
): Finding[] {
  return Object.entries(before?.content ?? {}).flatMap(([media, { schema }]) => {
    const known = after.content?.[media]
    if (known) return compareSchemas(walk, direction, coordinate, schema, known.schema)
    return [walk.report('rest-media-type-removed', coordinate, `has no ${media} any more.`, media)]
  })
}
