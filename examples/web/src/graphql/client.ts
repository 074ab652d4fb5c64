// The GraphQL client: what every request passes through, in this order.
import { ApolloClient, ApolloLink, HttpLink } from '@apollo/client'
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import { ErrorLink } from '@apollo/client/link/error'
import { RetryLink } from '@apollo/client/link/retry'
import { OperationTypeNode } from 'graphql'
import { WriterDocument } from '../components/forms/generated/graphql.ts'
import { createCache } from './cache.ts'
import { idempotency } from './idempotency.ts'
import { liveLink } from './live-link.ts'
import { registeredDocuments } from './registered.ts'
import { CSRF, fetchInSession, sessionEnd, signInAgain } from './session.ts'

const URL = '/graphql'

/** Without a session there is nothing to show: sign in, and come back. A step-up is the person's decision. */
const sessionEnded = new ErrorLink(({ error }) => {
  if (!CombinedGraphQLErrors.is(error)) return
  const { code, details } = error.errors[0]?.extensions ?? {}
  const { reason } = (details ?? {}) as { reason?: string }
  if (code === 'INVALID_TOKEN' && reason !== 'step_up') signInAgain()
})

/** What the network lost is sent again for about ten seconds, and so is what a server on the way refused (5xx). */
const retry = new RetryLink({
  delay: { initial: 300, max: 5000, jitter: true },
  attempts: { max: 6, retryIf: (error) => !ServerError.is(error) || error.statusCode >= 500 },
})

export function createClient(): ApolloClient {
  const client = new ApolloClient({
    link: ApolloLink.from([
      sessionEnded,
      idempotency,
      ApolloLink.split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        liveLink(URL, () => readAgain(client)),
        ApolloLink.from([
          retry,
          registeredDocuments,
          new HttpLink({ uri: URL, headers: CSRF, fetch: fetchInSession }),
        ]),
      ),
    ]),
    cache: createCache(),
  })
  // What failed meanwhile is read again, and so are lists, which nothing follows.
  addEventListener('online', () => readAgain(client))
  // So is a page that the browser has kept for "Back".
  addEventListener('pageshow', ({ persisted }) => persisted && readAgain(client))
  document.addEventListener('visibilitychange', () => askWhoIsHere(client))
  return client
}

/** Somebody may have signed in in another tab since the session of this page ended. Any response says who. */
function askWhoIsHere(client: ApolloClient): void {
  if (sessionEnd() === undefined) return
  void client.query({ query: WriterDocument, fetchPolicy: 'network-only' }).catch(() => undefined)
}

function readAgain(client: ApolloClient): void {
  // Each screen shows its own error.
  void client.refetchQueries({ include: 'active' }).catch(() => undefined)
}
