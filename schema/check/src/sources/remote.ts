// A schema that is served: SDL or an introspection result at an address, or a GraphQL endpoint.
import {
  buildClientSchema,
  getIntrospectionQuery,
  printSchema,
  type IntrospectionQuery,
} from 'graphql'
import { plain, UsageError } from './files.ts'

/** The largest schema, archive or answer that is read, in bytes. */
export const MAX_BYTES = 64 * 1024 * 1024

/** How long an address may take, in milliseconds. */
const TIMEOUT = 30_000

/** True for what is fetched. */
export function isAddress(given: string): boolean {
  return /^https?:\/\//.test(given)
}

/** An address as a report may show it: a token may stand before the host or in the query. */
export function withoutSecrets(address: string): string {
  return address.replace(/^(\w+:\/\/)[^/?#]*@/, '$1').replace(/[?#].*/s, '')
}

/**
 * The SDL at an address. What answers a GET with neither SDL nor an introspection result is sent an
 * introspection query.
 * @throws UsageError for an address that answers with nothing of the kind
 */
export async function fetchSchema(address: string): Promise<string> {
  const name = withoutSecrets(address)
  const { status, text } = await request(address, {
    headers: { accept: 'text/plain, application/graphql, application/json' },
  })
  // The page of an error may look like SDL.
  const isFound = status >= 200 && status < 300
  const known = readIntrospection(name, text) ?? (isSdl(text) ? plain(text) : undefined)
  if (isFound && known !== undefined) return known
  const query = JSON.stringify({ query: getIntrospectionQuery() })
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const answer = await request(address, { method: 'POST', headers, body: query })
  const schema = readIntrospection(name, answer.text)
  if (schema !== undefined) return schema
  throw new UsageError(
    `${name} answers with ${answer.status} and neither SDL nor the result of an introspection.`,
  )
}

/** The SDL of an introspection result; undefined for any other text. @throws UsageError for a broken one */
export function readIntrospection(name: string, text: string): string | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  const value = parseJson(text) as
    (Partial<IntrospectionQuery> & { data?: Partial<IntrospectionQuery> }) | undefined
  const data = value?.data ?? value
  if (!data?.__schema) return undefined
  try {
    return printSchema(buildClientSchema(data as IntrospectionQuery))
  } catch (error) {
    throw new UsageError(`${name} is no introspection result: ${(error as Error).message}`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSdl(text: string): boolean {
  return /^\s*("""|"|#|type|schema|extend|scalar|enum|interface|union|input|directive)/.test(text)
}

async function request(
  address: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  const name = withoutSecrets(address)
  if (/^\w+:\/\/[^/?#]*@/.test(address)) {
    throw new UsageError(`${name}: an address must not contain a user name or password.`)
  }
  try {
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT) })
    const body = answer.body ? await readBounded(name, answer.body) : Buffer.alloc(0)
    return { status: answer.status, text: body.toString('utf8') }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new UsageError(`${name} cannot be reached: ${reason}.`)
  }
}

/** Everything that a stream gives. @throws UsageError for more than the limit */
export async function readBounded(
  name: string,
  stream: AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of stream) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new UsageError(`${name} is larger than ${MAX_BYTES} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
