// A button that sends a mutation. What the mutation changes comes with its response, and the cache shows it.
import { useMutation } from '@apollo/client/react'
import type { DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { ReactNode } from 'react'
import { Fault } from './fault.tsx'

interface ActionProps<Data, Variables extends OperationVariables> {
  label: string
  document: TypedDocumentNode<Data, Variables>
  variables: NoInfer<Variables>
  /** What the response will probably be: shown at once, and rolled back if it is refused. */
  optimistic?: NoInfer<Data>
  /**
   * What takes the place of the button once it is done. The action stays, so that a refusal is told after an
   * optimistic response has been rolled back.
   */
  done?: ReactNode
  /** The queries to read again once it is done: lists that have one item more, or less. */
  refetch?: readonly DocumentNode[]
  /** For what is not the first thing to do here. */
  quiet?: boolean
  /** For screen readers, where the label alone does not say what it acts on; it begins with the label. */
  description?: string
}

export function Action<Data, Variables extends OperationVariables>(
  props: ActionProps<Data, Variables>,
) {
  const { label, document, variables, optimistic, done, refetch = [], quiet, description } = props
  const [send, { error, loading }] = useMutation<Data>(document, { refetchQueries: [...refetch] })
  const optimisticResponse = optimistic && { optimisticResponse: optimistic as never }
  // The error is shown below; a rejected promise would say it again.
  const act = () => void send({ variables, ...optimisticResponse }).catch(() => undefined)
  return (
    <>
      {done || (
        <button
          className={quiet ? 'quiet' : undefined}
          disabled={loading}
          onClick={act}
          aria-label={description}
        >
          {label}
        </button>
      )}
      <Fault error={error} retry={act} />
    </>
  )
}
