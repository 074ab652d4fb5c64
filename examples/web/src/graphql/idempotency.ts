// A mutation whose response is lost takes effect once, however often it is repeated with its key: by the client, and by
// the person who presses the button again.
import { ApolloLink } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { tap } from 'rxjs'

/** The keys of mutations without a response, by what was sent. */
const unanswered = new Map<string, string>()

export const idempotency = new ApolloLink((operation, forward) => {
  if (operation.operationType !== OperationTypeNode.MUTATION) return forward(operation)
  const sent = JSON.stringify([operation.operationName, operation.variables])
  const key = unanswered.get(sent) ?? crypto.randomUUID()
  unanswered.set(sent, key)
  operation.setContext(({ headers }) => ({ headers: { ...headers, 'idempotency-key': key } }))
  return forward(operation).pipe(
    tap((result) => {
      if (!mayContinue(result)) unanswered.delete(sent)
    }),
  )
})

/** After INTERNAL_ERROR, a repetition with the same key goes on where the request stopped (docs/contract/errors.md). */
function mayContinue({ errors }: ApolloLink.Result): boolean {
  return errors?.[0]?.extensions?.code === 'INTERNAL_ERROR'
}
