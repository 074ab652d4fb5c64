// A subscriber over WebSockets, set up as docs/live.md says.
import type { GraphQLError } from 'graphql'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { RollingSite } from './rolling-site.ts'

export interface SocketWatcher extends AsyncDisposable {
  /** The votes of the last result. */
  votes: number | undefined
  /** WebSockets that were opened, one after the other. */
  connections: number
  /** Errors that no end of a process explains. */
  errors: unknown[]
}

interface Watched {
  proposal: string
  token: string
}

interface Votes {
  proposal: { yesVotes: number; noVotes: number }
}

const QUERY = 'subscription ($id: ID!) { proposal(id: $id) { yesVotes noVotes } }'
const RETRY_MS = 200

/** Watches the votes on a proposal, and subscribes again whenever the subscription ends. */
export function watchVotes(site: RollingSite, { proposal, token }: Watched): SocketWatcher {
  const { socketOptions } = site
  const client = createClient({
    url: `${site.address('router').replace('http', 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol, socketOptions)
      }
    },
    connectionParams: { Authorization: `Bearer ${token}` },
    retryAttempts: Infinity,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)),
    shouldRetry: () => true,
    on: { connected: () => void (watcher.connections += 1) },
  })
  const over = new AbortController()
  const read = async () => {
    const results = client.iterate<Votes>({ query: QUERY, variables: { id: proposal } })
    for await (const { data } of results) {
      if (data) watcher.votes = data.proposal.yesVotes + data.proposal.noVotes
    }
  }
  const follow = async () => {
    while (!over.signal.aborted) {
      await read().catch((error: unknown) => {
        if (!mayRetry(error)) watcher.errors.push(error)
      })
    }
  }
  const watcher: SocketWatcher = {
    votes: undefined,
    connections: 0,
    errors: [],
    async [Symbol.asyncDispose]() {
      over.abort()
      await client.dispose()
      await ended
    },
  }
  const ended = follow()
  return watcher
}

/** Whether the errors that end a subscription ask for another one. */
function mayRetry(errors: unknown): boolean {
  const isRetry = ({ extensions }: GraphQLError) =>
    (extensions.details as { retry?: boolean } | undefined)?.retry === true
  return Array.isArray(errors) && (errors as GraphQLError[]).every(isRetry)
}
