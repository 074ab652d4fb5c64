// Changes in how the properties of a body are encoded: https://spec.openapis.org/oas/v3.1.0#encoding-object.
import type { Finding } from '../finding.ts'
import { textOf, withoutDefaults } from './document/meaning.ts'
import type { Flat, MediaType, Schema } from './openapi.ts'
import { isPlain } from './parameters.ts'
import { ANY, asObject } from './schema/all-of.ts'
import type { Flatten } from './schema/flatten.ts'
import type { Walk } from './walk.ts'

export function compareEncodings(
  { schemas, report }: Walk,
  coordinate: string,
  was: MediaType,
  is: MediaType,
): Finding[] {
  const before = encodingsOf(schemas.flatten.base, was)
  const after = encodingsOf(schemas.flatten.head, is)
  if (before === after) return []
  return [report('rest-keyword-changed', coordinate, 'changes: encoding.', 'encoding')]
}

/** The encodings as text; undefined when every property has the default encoding. */
function encodingsOf(flatten: Flatten, media: MediaType): string | undefined {
  const encodings = Object.entries(media.encoding ?? {})
  if (encodings.length === 0) return undefined
  const { properties = {} } = flatten(media.schema ?? ANY)
  const stated = encodings
    .map(([name, encoding]) => {
      const said = withoutDefaults(encoding as object)
      return [name, withoutUsual(flatten, properties[name], said)] as const
    })
    .filter(([, encoding]) => encoding !== undefined)
  return stated.length > 0 ? textOf(Object.fromEntries(stated)) : undefined
}

interface Encoding {
  contentType?: string
  style?: string
  explode?: boolean
}

/** The style of an object or list makes its content type count no longer, so none is the default. */
function withoutUsual(
  flatten: Flatten,
  schema: Schema | undefined,
  encoding: Encoding | undefined,
): object | undefined {
  if (!encoding || schema === undefined) return encoding
  const { contentType, style = 'form', explode, ...others } = encoding
  const flat = flatten(schema)
  const isOtherType = contentType !== undefined && contentType !== contentTypeOf(flatten, flat)
  const type = isOtherType ? { contentType } : {}
  const stated =
    isPlain(flatten, schema) && style === 'form' ? {} : writing(encoding, style, explode)
  const kept = { ...others, ...type, ...stated }
  return Object.keys(kept).length > 0 ? kept : undefined
}

function writing(encoding: Encoding, style: string, explode: boolean | undefined) {
  const isStated = encoding.style !== undefined || explode !== undefined
  return isStated ? { style, explode: explode ?? style === 'form' } : {}
}

/** The default content type of a property; undefined where it is not certain. */
function contentTypeOf(flatten: Flatten, schema: Flat): string | undefined {
  if (schema.type.length !== 1) return undefined
  const [type] = schema.type
  if (type === 'object') return 'application/json'
  if (type === 'array') {
    const items = flatten(asObject(schema.items ?? ANY))
    return items.type.includes('array') ? undefined : contentTypeOf(flatten, items)
  }
  const isText = schema.format !== 'binary' && schema.format !== 'byte'
  if (isText) return schema.contentEncoding === undefined ? 'text/plain' : undefined
  return 'application/octet-stream'
}
