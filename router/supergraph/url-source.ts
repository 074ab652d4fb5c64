// Reads a supergraph over HTTP, with conditional requests.
import { boundedText } from './bounded-text.ts'
import { MAX_SUPERGRAPH_BYTES, type SupergraphSource } from './source.ts'

const READ_MS = 10_000
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Creates the source. @param location a name and password in it are sent by HTTP Basic, to its origin alone */
export function urlSource(location: URL): SupergraphSource {
  let conditions: Record<string, string> | undefined
  return {
    // The name omits the query, which may contain a signature.
    name: location.origin + location.pathname,
    async read(signal) {
      const timeout = AbortSignal.timeout(READ_MS)
      const sent = { headers: conditions ?? {}, signal: AbortSignal.any([signal, timeout]) }
      const response = await get(location, sent)
      if (response.status === 304 && conditions) return undefined
      if (response.status !== 200) {
        await response.body?.cancel()
        throw new Error(`it responds with status ${response.status}`)
      }
      const text = await boundedText(response.body ?? [], MAX_SUPERGRAPH_BYTES)
      conditions = conditionsAfter(response.headers)
      return text
    },
  }
}

/** The conditions of the next request (RFC 9110, section 13.1.3: a date counts only without an ETag). */
function conditionsAfter(headers: Headers): Record<string, string> | undefined {
  const etag = headers.get('etag')
  if (etag !== null) return { 'if-none-match': etag }
  const modified = headers.get('last-modified')
  if (modified === null) return undefined
  // A date alone is not enough soon after a change: the text may change again within the same
  // second (RFC 9110, section 8.8.2.2).
  const age = Date.parse(headers.get('date') ?? '') - Date.parse(modified)
  return age >= 1_000 ? { 'if-modified-since': modified } : undefined
}

interface SentRequest {
  headers: Record<string, string>
  signal: AbortSignal
}

/** Follows redirects, but not from https to http. Node's `fetch` would follow those too, and up to twenty of them. */
async function get(location: URL, { headers, signal }: SentRequest): Promise<Response> {
  let url = location
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const authorization = url.origin === location.origin ? basicOf(location) : {}
    const response = await fetch(withoutUser(url), {
      headers: { ...headers, ...authorization },
      redirect: 'manual',
      signal,
    })
    const target = response.headers.get('location')
    if (!REDIRECTS.has(response.status) || target === null) return response
    await response.body?.cancel()
    url = redirected(url, target)
  }
  throw new Error(`it redirects more than ${MAX_REDIRECTS} times`)
}

function redirected(from: URL, target: string): URL {
  const to = URL.parse(target, from)
  const isAllowed =
    to?.protocol === 'https:' || (to?.protocol === 'http:' && from.protocol === 'http:')
  if (to && isAllowed) return to
  throw new Error(`it redirects from ${from.protocol}// to ${to ? `${to.protocol}//` : 'no URL'}`)
}

function basicOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function withoutUser(url: URL): URL {
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  return plain
}
