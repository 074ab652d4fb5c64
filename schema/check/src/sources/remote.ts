// A schema that is served: SDL or an introspection result at an address, or a GraphQL endpoint.
import {
  buildClientSchema,
  getIntrospectionQuery,
  printSchema,
  type IntrospectionQuery,
} from 'graphql'
import { readBounded } from './bounded.ts'
import { orUsageError, parseJson, plain, UsageError } from './files.ts'
import { checkLevels } from './nesting.ts'

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

/** The host and path of an address, which name it in a report. */
export function addressLabel(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`.replace(/\/$/, '')
}

/**
 * The SDL at an address. Sends an introspection query if a GET returns neither SDL nor an introspection
 * result.
 * @throws UsageError for an address that serves neither
 */
export async function fetchSchema(address: string): Promise<string> {
  const name = withoutSecrets(address)
  const signal = AbortSignal.timeout(TIMEOUT)
  const asked = await request(address, { method: 'GET', headers: { accept: SDL_TYPES }, signal })
  // The page of an error may look like SDL.
  const known = isSuccess(asked) ? schemaIn(name, asked.text) : undefined
  if (known !== undefined) return known
  const body = JSON.stringify({ query: getIntrospectionQuery() })
  const response = await request(address, { method: 'POST', headers: JSON_TYPES, body, signal })
  const schema = readIntrospection(name, response.text)
  if (schema !== undefined) return schema
  throw new UsageError(
    `${name} serves no schema. GET: ${asked.status} without SDL. POST of an introspection query: ${response.status}${reasonIn(response.text)}. If it asks for a token, fetch the schema yourself: curl -H … ${name} | federation-check --base -`,
  )
}

const SDL_TYPES = 'text/plain, application/graphql, application/json'
const JSON_TYPES = { 'content-type': 'application/json', accept: 'application/json' }

interface RemoteResponse {
  status: number
  text: string
}

const isSuccess = ({ status }: RemoteResponse) => status >= 200 && status < 300

function schemaIn(name: string, text: string): string | undefined {
  return readIntrospection(name, text) ?? (isSdl(text) ? plain(text) : undefined)
}

/** The first error of a GraphQL response, in brackets. */
function reasonIn(text: string): string {
  const { errors } = (parseJson(text) ?? {}) as { errors?: { message?: unknown }[] }
  const message = Array.isArray(errors) ? errors[0]?.message : undefined
  return typeof message === 'string' ? ` (${message.slice(0, 200)})` : ''
}

/** The SDL of an introspection result; undefined for any other text. @throws UsageError for a broken one */
export function readIntrospection(name: string, text: string): string | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  const value = parseJson(text) as
    (Partial<IntrospectionQuery> & { data?: Partial<IntrospectionQuery> }) | undefined
  checkLevels(name, value)
  const data = value?.data ?? value
  if (!data?.__schema) return undefined
  return orUsageError(`${name} is no introspection result`, () =>
    printSchema(buildClientSchema(data as IntrospectionQuery)),
  )
}

function isSdl(text: string): boolean {
  return /^\s*("""|"|#|type|schema|extend|scalar|enum|interface|union|input|directive)/.test(text)
}

/** An address may redirect this often. */
const MAX_REDIRECTS = 5

/**
 * Sends a request again to where it is redirected, with its method: a POST that became a GET would
 * ask for no introspection.
 * @throws UsageError for too many redirects, and for one that leaves HTTP or gives up TLS
 */
async function request(address: string, init: RequestInit): Promise<RemoteResponse> {
  const name = withoutSecrets(address)
  if (/^\w+:\/\/[^/?#]*@/.test(address)) {
    throw new UsageError(`${name}: an address must not contain a user name or password.`)
  }
  let url = new URL(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const { location, ...response } = await send(name, url, init)
    if (location === null) return response
    url = redirected(name, url, location)
  }
  throw new UsageError(`${name} redirects more than ${MAX_REDIRECTS} times.`)
}

function redirected(name: string, from: URL, location: string): URL {
  const to = URL.parse(location, from)
  const isSafe = to?.protocol === from.protocol || to?.protocol === 'https:'
  const isPlain = to?.username === '' && to.password === ''
  if (to && isSafe && isPlain) return to
  const where = isSafe ? 'an address with a user name or password' : to?.protocol
  throw new UsageError(`${name} redirects to ${where ?? 'no address'}, which is not followed.`)
}

async function send(
  name: string,
  url: URL,
  init: RequestInit,
): Promise<RemoteResponse & { location: string | null }> {
  try {
    const { status, headers, body } = await fetch(url, { ...init, redirect: 'manual' })
    const location = status >= 300 && status < 400 ? headers.get('location') : null
    const bytes = body ? await readBounded(name, body) : Buffer.alloc(0)
    return { status, text: bytes.toString('utf8'), location }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new UsageError(`${name} cannot be reached by ${init.method}: ${reason}.`)
  }
}
