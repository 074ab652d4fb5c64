// A button that sends a mutation. What the mutation changes comes with its response, and the cache shows it.
import { useMutation } from '@apollo/client/react'
import type { DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useEffect, useRef, type ReactNode } from 'react'
import { Ask } from './ask.tsx'
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
  /** Called when it is done, such as to open what was made. */
  onDone?: (data: NoInfer<Data>) => void
  /** For screen readers, where the label alone does not say what it acts on; it begins with the label. */
  description?: string
  /** True for a button that is not what people come for. */
  quiet?: boolean
  /** The question to ask first, where there is no way back. */
  confirm?: string
}

export function Action<Data, Variables extends OperationVariables>(
  props: ActionProps<Data, Variables>,
) {
  const { label, done, description, quiet, confirm } = props
  const { act, error, loading } = useAction(props)
  const ref = useFocusAfter(error)
  const button = {
    ref,
    // Not `disabled`, which would take the focus away.
    'aria-disabled': loading,
    'aria-label': description,
    className: quiet ? 'quiet' : undefined,
    children: label,
  }
  return (
    <>
      {done ||
        (confirm ? (
          <Ask question={confirm} answer={label} onYes={act} button={button} />
        ) : (
          <button {...button} onClick={act} />
        ))}
      <Fault error={error} retry={act} />
    </>
  )
}

/** For the button: gives its focus back after a refusal, because an optimistic response had taken its place. */
function useFocusAfter(error: unknown) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (error && document.activeElement === document.body) button.current?.focus()
  }, [error])
  return button
}

function useAction<Data, Variables extends OperationVariables>({
  document,
  variables,
  optimistic,
  refetch = [],
  onDone,
}: ActionProps<Data, Variables>) {
  const [send, { error, loading }] = useMutation<Data>(document, { refetchQueries: [...refetch] })
  const optimisticResponse = optimistic && { optimisticResponse: optimistic as never }
  const act = () => {
    if (loading) return
    // The error is shown beside the button; a rejected promise would say it again.
    void send({ variables, ...optimisticResponse }).then(
      ({ data }) => data && onDone?.(data),
      () => undefined,
    )
  }
  return { act, error, loading }
}
