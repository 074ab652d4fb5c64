// Clients of subscriptions, set up as docs/live.md says, and what each shows of the votes on a proposal.
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { EventSource } from 'eventsource'
import { createClient as createSse } from 'graphql-sse'
import { createClient as createWs } from 'graphql-ws'

export const VOTES = `subscription Votes($id: ID!) {
  proposal(id: $id) { id yesVotes proposer { id username } }
}`

export interface Votes {
  proposal: { id: string; yesVotes: number } | null
}

/** Where a client connects, and as whom. */
export interface Target {
  url: string
  token: string
}

export const authorization = ({ token }: Target) => ({ Authorization: `Bearer ${token}` })

/** The libraries themselves would double their waiting time without an end. */
export function waitToReconnect(attempt: number): Promise<void> {
  const longest = Math.min(30_000, 2_000 * 2 ** attempt)
  return new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * longest))
}

export const createSseClient = (target: Target) =>
  createSse({
    url: target.url,
    headers: () => authorization(target),
    retryAttempts: Infinity,
    retry: waitToReconnect,
  })

export const createWsClient = (target: Target) =>
  createWs({
    url: target.url.replace('http', 'ws'),
    connectionParams: () => authorization(target),
    retryAttempts: Infinity,
    retryWait: waitToReconnect,
    // By default, a refused connection is final.
    shouldRetry: () => true,
  })

/** What a client has been told. */
export interface Watcher extends Disposable {
  /** The votes of each result. */
  counts: number[]
  /** Errors, and the end of the subscription. */
  ends: unknown[]
}

type Result = { data?: Votes | null | undefined }
type Watch = (target: Target, id: string) => Watcher

function createWatcher() {
  const counts: number[] = []
  const ends: unknown[] = []
  const sink = {
    next: ({ data }: Result) => void counts.push(data!.proposal!.yesVotes),
    error: (error: unknown) => void ends.push(error),
    complete: () => void ends.push('complete'),
  }
  return { counts, ends, sink }
}

const watchOverSse: Watch = (target, id) => {
  const { sink, ...watcher } = createWatcher()
  const client = createSseClient(target)
  client.subscribe<Votes>({ query: VOTES, variables: { id } }, sink)
  return { ...watcher, [Symbol.dispose]: () => client.dispose() }
}

const watchOverWs: Watch = (target, id) => {
  const { sink, ...watcher } = createWatcher()
  const client = createWsClient(target)
  client.subscribe<Votes>({ query: VOTES, variables: { id } }, sink)
  return { ...watcher, [Symbol.dispose]: () => void client.dispose() }
}

/** Apollo Client does not reconnect by itself: an error is a result, and then the subscription is complete. */
const watchWithApollo: Watch = (target, id) => {
  const { sink, ...watcher } = createWatcher()
  const link = new HttpLink({ uri: target.url, headers: authorization(target) })
  const client = new ApolloClient({ link, cache: new InMemoryCache() })
  const leaving = new AbortController()
  const follow = (attempt: number) => {
    if (leaving.signal.aborted) return
    let next = attempt + 1
    const results = client.subscribe<Votes>({ query: gql(VOTES), variables: { id } }).subscribe({
      next({ data, error }) {
        if (error) return
        sink.next({ data })
        next = 0
      },
      complete: () => void waitToReconnect(next).then(() => follow(next)),
    })
    leaving.signal.addEventListener('abort', () => results.unsubscribe())
  }
  follow(0)
  return { ...watcher, [Symbol.dispose]: () => leaving.abort() }
}

/** By GET, as browsers have it: `fetch` adds the token, which their own EventSource cannot. */
export function watchWithEventSource(target: Target, id: string) {
  const { sink, ...watcher } = createWatcher()
  let received: string | undefined
  /** The header Last-Event-ID of each request, and the id of the last result before it. */
  const sent: { header: string | undefined; received: string | undefined }[] = []
  const search = new URLSearchParams({ query: VOTES, variables: JSON.stringify({ id }) })
  const events = new EventSource(`${target.url}?${search}`, {
    fetch(url, init) {
      sent.push({ header: init.headers['Last-Event-ID'], received })
      return fetch(url, { ...init, headers: { ...init.headers, ...authorization(target) } })
    },
  })
  events.addEventListener('next', ({ data, lastEventId }) => {
    received = lastEventId
    sink.next(JSON.parse(data as string) as Result)
  })
  // Without it, an EventSource would subscribe again.
  events.addEventListener('complete', () => {
    events.close()
    sink.complete()
  })
  return { ...watcher, sent, [Symbol.dispose]: () => events.close() }
}

export const WATCHES: Readonly<Record<string, Watch>> = {
  'graphql-sse': watchOverSse,
  'graphql-ws': watchOverWs,
  'Apollo Client': watchWithApollo,
}
