// A button that sends a mutation. What the mutation changes comes with its response, and the cache shows it: nothing is
// shown as done before.
import type { DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { Ask } from './ask.tsx'
import { Fault } from './fault.tsx'
import { useSend } from './use-send.ts'

interface ActionProps<Data, Variables extends OperationVariables> {
  label: string
  document: TypedDocumentNode<Data, Variables>
  variables: NoInfer<Variables>
  /** The variables of the button that says the opposite: both cannot be under way. */
  opposite?: NoInfer<Variables>
  /** The queries to read again once it is done: lists that have one item more, or less. */
  refetch?: readonly DocumentNode[]
  /** Called when it is done, such as to open what was made, unless the person has left the screen. */
  onDone?: (data: NoInfer<Data>) => void
  /** For screen readers, where the label alone does not say what it acts on; it begins with the label. */
  description?: string
  /** A secondary button. */
  quiet?: boolean
  /** The question to ask first, where there is no way back. */
  confirm?: string
}

export function Action<Data, Variables extends OperationVariables>(
  props: ActionProps<Data, Variables>,
) {
  const { label, document, variables, opposite, refetch, onDone, description, quiet, confirm } =
    props
  const { send, error, loading, isBlocked } = useSend(document, {
    refetch,
    current: variables,
    opposite,
  })
  const act = async () => {
    if (loading || isBlocked) return
    const data = await send({ name: description ?? label, variables })
    if (data) onDone?.(data)
  }
  const button = {
    // Not `disabled`, which would take the focus away.
    'aria-disabled': loading || isBlocked,
    'aria-busy': loading,
    'aria-label': description,
    className: quiet ? 'quiet' : undefined,
    children: label,
  }
  return (
    <>
      {confirm ? (
        <Ask question={confirm} answer={label} onYes={() => void act()} button={button} />
      ) : (
        <button {...button} onClick={() => void act()} />
      )}
      <Fault error={error} retry={() => void act()} />
    </>
  )
}
