// Reads the members of a document regardless of whether defaults are written out.
import type { OpenApi } from '../openapi.ts'
import { resolve } from '../references.ts'

/** The value as JSON with sorted keys, so that equal values have equal texts. */
export function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(
      Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
  })
}

/** https://spec.openapis.org/oas/v3.1.0; the lists and maps among the members default to empty ones. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  allowEmptyValue: false,
  allowReserved: false,
  attribute: false,
  deprecated: false,
  jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
  required: false,
  wrapped: false,
}

/** The value of a member; undefined for its default. */
export function meaningOf(name: string, value: unknown): unknown {
  return value === DEFAULTS[name] || isEmpty(value) ? undefined : value
}

/** The members of an object that are not defaults; undefined when there are none. */
export function withoutDefaults(value: object | undefined): object | undefined {
  const members = Object.entries(value ?? {})
    .filter(([name]) => name !== 'description' && !name.startsWith('x-'))
    .map(([name, member]) => [name, meaningOf(name, member)] as const)
    .filter(([, member]) => member !== undefined)
  return members.length > 0 ? Object.fromEntries(members) : undefined
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

export type Links = Record<string, { $ref?: string; [member: string]: unknown }>

/** The links of a response, with references resolved. */
export function linksOf(document: OpenApi, links: Links = {}) {
  const named = Object.entries(links).map(([name, link]) => {
    const { description: _, ...said } = resolve(document, link)
    return [name, said] as const
  })
  return Object.fromEntries(named)
}
