// Apollo Client as it comes: its cache knows objects by `__typename` and `id`, and nothing else of ours. Subscriptions
// share a WebSocket, because a browser has six connections to a host over HTTP/1.1.
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { createClient as createSocket } from 'graphql-ws'
import { OperationTypeNode } from 'graphql'
import { tap } from 'rxjs'

export interface Session {
  token(): string
  refresh(): Promise<unknown>
}

/** The close code of a WebSocket whose token has expired. */
const EXPIRED = 4403

export function createClient(url: string, session: Session) {
  const authorization = () => ({ authorization: `Bearer ${session.token()}` })
  return new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      ApolloLink.from([resume, liveLink(url, session, authorization)]),
      ApolloLink.from([
        new SetContextLink(() => ({ headers: authorization() })),
        new HttpLink({ uri: url }),
      ]),
    ),
    cache: new InMemoryCache(),
  })
}

function liveLink(url: string, session: Session, authorization: () => Record<string, string>) {
  let isExpired = false
  const socket = createSocket({
    url: url.replace('http', 'ws'),
    async connectionParams() {
      if (isExpired) await session.refresh()
      return authorization()
    },
    retryAttempts: Infinity,
    // Not only after a connection that was open: the router may be away for a while.
    shouldRetry: () => true,
    retryWait,
    on: { closed: (event) => (isExpired = (event as CloseEvent).code === EXPIRED) },
  })
  return new GraphQLWsLink(socket)
}

/** At random, so that not everybody returns at once; at most half a minute. */
function retryWait(retries: number): Promise<void> {
  const longest = Math.min(30_000, 1_000 * 2 ** retries)
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longest))
}

/** After a reconnect, graphql-ws sends each operation again, with the variables as they are then. */
const resume = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(({ extensions }) => {
      operation.variables.since = extensions?.cursor
    }),
  ),
)
