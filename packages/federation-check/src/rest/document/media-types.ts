// Normalizes media types, which may be written in several ways: https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1.
import type { Body, MediaType } from '../openapi.ts'

/** The contents of a body by normalized media types. */
export function contentsOf({ content = {} }: Body): Map<string, MediaType> {
  return new Map(Object.entries(content).map(([name, media]) => [mediaTypeOf(name), media]))
}

/**
 * The media type in lower case, and without the charset that JSON always has:
 * https://www.rfc-editor.org/rfc/rfc8259#section-11.
 */
export function mediaTypeOf(text: string): string {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim())
  const type = name.toLowerCase()
  const isJson = type === 'application/json' || type.endsWith('+json')
  const kept = parameters.map(parameterOf).filter((one) => !isJson || one !== 'charset=utf-8')
  return [type, ...kept.toSorted()].join('; ')
}

/** Normalizes a parameter. Only the value of a charset is certainly case-insensitive. */
function parameterOf(parameter: string): string {
  const [name = '', value = ''] = parameter.split('=', 2).map((part) => part.trim())
  const plain = value.replace(/^"([\w!#$%&'*+.^`|~-]+)"$/, '$1')
  const key = name.toLowerCase()
  return `${key}=${key === 'charset' ? plain.toLowerCase() : plain}`
}
