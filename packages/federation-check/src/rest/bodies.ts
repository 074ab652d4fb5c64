// Changes in the statuses and headers of responses, and in bodies of both directions.
import { contentsOf } from './document/media-types.ts'
import { compareEncodings } from './encodings.ts'
import type { Direction } from './schema/change.ts'
import type { Finding } from '../finding.ts'
import type { Body, Header, MediaType, OpenApi, Schema } from './openapi.ts'
import { resolve } from './references.ts'
import { compareWritten, presence, schemaOf } from './parameters.ts'
import type { RestRule } from './rules.ts'
import { compareOthers, compareSchemas, type Walk } from './walk.ts'

export function compareRequests(walk: Walk, name: string, was?: Body, is?: Body): Finding[] {
  const coordinate = `${name} body`
  const before = was && resolve(walk.base, was)
  const after = is && resolve(walk.head, is)
  if (!after) {
    return before ? [walk.report('rest-input-removed', coordinate, 'is ignored now.')] : []
  }
  return [
    ...presence(walk, coordinate, before && (before.required ?? false), after.required),
    ...(before ? compareContents(walk, 'request', coordinate, before, after) : []),
    ...(before ? compareOthers(walk, coordinate, before, after, ['required', 'content']) : []),
  ]
}

export function compareResponses(
  walk: Walk,
  name: string,
  was: Record<string, Body>,
  is: Record<string, Body>,
): Finding[] {
  const [before, after] = [byStatus(was), byStatus(is)]
  const added = Object.keys(after).filter((status) => !before[status])
  return [
    ...added.map((status) => {
      const rule: RestRule = isError(status) ? 'rest-status-added' : 'rest-success-added'
      return walk.report(rule, `${name} ${status}`, 'may be returned now.')
    }),
    ...Object.entries(before).flatMap(([status, body]) => {
      const coordinate = `${name} ${status}`
      const known = after[status]
      if (known) return compareResponse(walk, coordinate, body, known)
      const rule = ruleOfGone(status, Object.keys(before))
      return [walk.report(rule, coordinate, 'is no longer returned.')]
    }),
  ]
}

/** The bodies by status, with ranges such as `2XX` in capitals. */
export function byStatus(responses: Record<string, Body>): Record<string, Body> {
  const entries = Object.entries(responses)
  return Object.fromEntries(entries.map(([key, body]) => [key.replace(/xx$/i, 'XX'), body]))
}

function compareResponse(walk: Walk, coordinate: string, before: Body, after: Body): Finding[] {
  const [was, is] = [resolve(walk.base, before), resolve(walk.head, after)]
  return [
    ...compareHeaders(walk, coordinate, was, is),
    ...compareContents(walk, 'response', coordinate, was, is),
    ...compareOthers(walk, coordinate, was, is, ['headers', 'content']),
  ]
}

const isError = (status: string) => !/^[23]/.test(status)

/** The rule for a removed status. `default` counts as a success where no other status does. */
function ruleOfGone(status: string, all: readonly string[]): RestRule {
  const isSuccess = !isError(status) || (status === 'default' && all.every(isError))
  return isSuccess ? 'rest-status-removed' : 'rest-error-removed'
}

/** Compares the headers of a response like the properties of an object. */
function compareHeaders(walk: Walk, coordinate: string, was: Body, is: Body): Finding[] {
  const [before, after] = [headersOf(walk.base, was), headersOf(walk.head, is)]
  const at = `${coordinate} headers`
  const both = [...before].filter(([name]) => after.has(name))
  return [
    ...compareSchemas(walk, 'response', at, asProperties(before), asProperties(after)),
    ...both.flatMap(([name, header]) =>
      compareWritten(walk, 'response', `${at}.${name}`, header, after.get(name)!),
    ),
  ]
}

function headersOf(document: OpenApi, { headers = {} }: Body): Map<string, Header> {
  const entries = Object.entries(headers).map(
    ([name, header]) => [name.toLowerCase(), resolve(document, header)] as const,
  )
  // The media types replace this header: https://spec.openapis.org/oas/v3.1.0#response-object.
  return new Map(entries.filter(([name]) => name !== 'content-type'))
}

function asProperties(headers: ReadonlyMap<string, Header>): Schema {
  const required = [...headers].filter(([, header]) => header.required).map(([name]) => name)
  const schemas = [...headers].map(([name, header]) => [name, schemaOf(header) ?? {}] as const)
  return { properties: Object.fromEntries(schemas), required }
}

/** Compares each media type. A replacement is reported as a removal. */
export function compareContents(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  was: Body,
  is: Body,
): Finding[] {
  const [before, after] = [contentsOf(was), contentsOf(is)]
  const gone = [...before.keys()].filter((media) => !after.has(media))
  const added = gone.length > 0 ? [] : [...after.keys()].filter((media) => !before.has(media))
  return [
    ...gone.map((media) =>
      walk.report('rest-media-type-removed', coordinate, `no longer has ${media}.`, media),
    ),
    ...added.map((media) =>
      walk.report('rest-media-type-added', coordinate, `may be ${media}, too.`, media),
    ),
    ...[...before].flatMap(([media, old]) => {
      const now = after.get(media)
      return now ? compareMedia(walk, direction, coordinate, old, now) : []
    }),
  ]
}

function compareMedia(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  was: MediaType,
  is: MediaType,
): Finding[] {
  return [
    ...compareSchemas(walk, direction, coordinate, was.schema, is.schema),
    ...compareEncodings(walk, coordinate, was, is),
    ...compareOthers(walk, coordinate, was, is, ['schema', 'encoding']),
  ]
}
