// Fetches a served schema: SDL or an introspection result at a URL, or from a GraphQL endpoint.
import {
  buildClientSchema,
  getIntrospectionQuery,
  printSchema,
  type IntrospectionQuery,
} from 'graphql'
import { readBounded } from './bounded.ts'
import { orUsageError, parseJson, plain, UsageError } from './files.ts'
import { checkLevels } from './nesting.ts'

/** The timeout of all requests for one schema, in milliseconds. */
const TIMEOUT = 30_000

/** True for an http or https URL. */
export function isUrl(given: string): boolean {
  return /^https?:\/\//.test(given)
}

/** The URL for reports, without its name and password and without its query, which may contain a token. */
export function withoutSecrets(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/?#]*@/, '$1').replace(/[?#].*/s, '')
}

/** The host and path of a URL, which name it in a report. */
export function urlLabel(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`.replace(/\/$/, '')
}

/**
 * The SDL at a URL. Sends an introspection query if a GET returns neither SDL nor an introspection
 * result.
 * @throws UsageError for a URL that serves neither
 */
export async function fetchSchema(url: string): Promise<string> {
  const name = withoutSecrets(url)
  const signal = AbortSignal.timeout(TIMEOUT)
  const getResponse = await request(url, { method: 'GET', headers: { accept: SDL_TYPES }, signal })
  // Only a success counts, because the page of an error may look like SDL.
  const known = isSuccess(getResponse) ? schemaIn(name, getResponse.text) : undefined
  if (known !== undefined) return known
  const body = JSON.stringify({ query: getIntrospectionQuery() })
  const response = await request(url, { method: 'POST', headers: JSON_TYPES, body, signal })
  const schema = readIntrospection(name, response.text)
  if (schema !== undefined) return schema
  throw new UsageError(
    `${name} serves no schema. GET: ${getResponse.status} without SDL. POST of an introspection query: ${response.status}${reasonIn(response.text)}. If it asks for a token, fetch the schema yourself: curl -H … ${name} | federation-check --base -`,
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

/** The maximum number of redirects. */
const MAX_REDIRECTS = 5

/**
 * Sends a request, and follows redirects with the same method: a POST that became a GET would not
 * send the introspection query.
 * @throws UsageError for too many redirects, and for one that leaves HTTP or gives up TLS
 */
async function request(given: string, init: RequestInit): Promise<RemoteResponse> {
  const name = withoutSecrets(given)
  if (/^\w+:\/\/[^/?#]*@/.test(given)) {
    throw new UsageError(`${name}: an address must not contain a user name or password.`)
  }
  let url = new URL(given)
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
