// Subscriptions as server-sent events. Each one survives lost connections, restarts and new tokens: it sends the
// cursor of its last result, so that it misses nothing. A page that nobody looks at closes its connections.
import { makeVar, ApolloLink, Observable } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import { createClient, type Client } from 'graphql-sse'
import { firstValueFrom, fromEvent, race, timer } from 'rxjs'
import { documentParameters } from './registered.ts'
import { CSRF, fetchInSession, signInAgain } from './session.ts'
import { inSlot } from './stream-slots.ts'

/** The subscriptions that wait to connect again. */
const waiting = new Set<symbol>()

/** True while a subscription waits to connect again. */
export const isReconnecting = makeVar(false)

function setWaiting(subscription: symbol, isWaiting: boolean): void {
  if (isWaiting) waiting.add(subscription)
  else waiting.delete(subscription)
  isReconnecting(waiting.size > 0)
}

type Result = FormattedExecutionResult & { extensions?: { cursor?: string; gap?: boolean } }
type Observer = Parameters<ConstructorParameters<typeof Observable<ApolloLink.Result>>[0] & {}>[0]

/** How long a page is hidden before it closes its connections. */
const HIDDEN_MS = 5_000

interface Followed {
  url: string
  operation: ApolloLink.Operation
  observer: Observer
  /** Called when changes may be missing, so that what is on the page must be read anew. */
  onGap: () => void
}

export function liveLink(url: string, onGap: () => void): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const follow = followed({ url, operation, observer, onGap })
        return whileVisible(() => inSlot(follow))
      }),
  )
}

/**
 * Starts and stops with the page's visibility. A page that is left stops at once: the browser may keep it for "Back",
 * with its connections, while its timers stand still. @returns the function that ends it
 */
function whileVisible(follow: () => () => void): () => void {
  let stop: (() => void) | undefined = follow()
  let hiding: ReturnType<typeof setTimeout> | undefined
  const pause = () => {
    clearTimeout(hiding)
    stop?.()
    stop = undefined
  }
  const changed = () => {
    clearTimeout(hiding)
    if (document.visibilityState === 'visible') stop ??= follow()
    else hiding = setTimeout(pause, HIDDEN_MS)
  }
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('visibilitychange', changed, { signal })
  addEventListener('pagehide', pause, { signal })
  addEventListener('pageshow', changed, { signal })
  return () => {
    listening.abort()
    pause()
  }
}

/** A function that subscribes, from the last result on, and returns how to stop. */
function followed({ url, operation, observer, onGap }: Followed): () => () => void {
  const { operationName = '', variables } = operation
  const request = { ...documentParameters(operation.query), operationName, variables }
  const state: State = { id: Symbol(operationName) }
  return () => {
    let stop = () => {}
    let stopped = false
    let pause: ReturnType<typeof setTimeout> | undefined
    const connect = () => {
      stop = connection(url, state).subscribe(request, {
        next: (result) => receive(result as Result, state, { observer, onGap }),
        error: (error) => observer.error(error),
        complete() {
          // graphql-sse says so, too, when this page has stopped.
          if (stopped) return
          const seconds = secondsToWait(state.error)
          if (seconds === undefined) observer.complete()
          else pause = setTimeout(connect, seconds * 1000 * (0.5 + Math.random() / 2))
        },
      })
    }
    connect()
    return () => {
      stopped = true
      clearTimeout(pause)
      setWaiting(state.id, false)
      stop()
    }
  }
}

function receive(
  result: Result,
  state: State,
  { observer, onGap }: Pick<Followed, 'observer' | 'onGap'>,
): void {
  const { data, errors, extensions } = result
  state.cursor = extensions?.cursor ?? state.cursor
  state.error = errors?.[0]
  if (extensions?.gap) onGap()
  // An error after which the subscription goes on by itself is nothing to show.
  if (data || secondsToWait(state.error) === undefined) observer.next(result)
}

/** What a subscription remembers from one connection to the next. */
interface State {
  id: symbol
  /** The position in the log of the last result. */
  cursor?: string | undefined
  /** The error of the last result. */
  error?: GraphQLFormattedError | undefined
  /** Why the server refuses the subscription, so that it is not tried again. */
  refused?: Error | undefined
}

/** How long to wait before subscribing again after an error; undefined if it is no use. */
function secondsToWait(error: GraphQLFormattedError | undefined): number | undefined {
  const { reason, retry, retryAfterSeconds } = (error?.extensions?.details ?? {}) as {
    reason?: string
    retry?: boolean
    retryAfterSeconds?: number
  }
  // The server refreshes the token when the page subscribes again.
  if (reason === 'expired') return 0
  return retryAfterSeconds ?? (retry ? 5 : undefined)
}

function connection(url: string, state: State): Client {
  return createClient({
    url,
    headers: () => ({ ...CSRF, ...(state.cursor && { 'last-event-id': state.cursor }) }),
    fetchFn: async (...parameters: Parameters<typeof fetch>) => {
      const response = await fetchInSession(...parameters)
      if (response.status === 401) signInAgain()
      else if (!response.ok) state.refused = await refusal(response)
      return response
    },
    retryAttempts: Infinity,
    async retry(retries) {
      if (state.refused) throw state.refused
      setWaiting(state.id, true)
      await waitToReconnect(retries)
    },
    on: { connected: () => setWaiting(state.id, false) },
  })
}

/** The errors of a response that would be the same the next time; undefined if it is worth trying again. */
async function refusal(response: Response): Promise<Error | undefined> {
  if (response.status === 429 || response.status >= 500) return undefined
  return new CombinedGraphQLErrors((await response.clone().json()) as Result)
}

/** At random, so that not everybody returns at once; at most half a minute, and at once when the network is back. */
function waitToReconnect(retries: number): Promise<unknown> {
  const ms = Math.min(30_000, 1000 * 2 ** retries) * (0.5 + Math.random() / 2)
  return firstValueFrom(race(timer(ms), fromEvent(window, 'online')))
}
