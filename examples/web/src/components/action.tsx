// A button that sends a mutation. What the mutation changes comes with its response, and the cache shows it: nothing is
// shown as done before.
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useId, useRef, useState, type ComponentProps } from 'react'
import { Fault } from './fault.tsx'
import { useSend } from './use-send.ts'

interface ActionProps<Data, Variables extends OperationVariables> {
  label: string
  document: TypedDocumentNode<Data, Variables>
  variables: NoInfer<Variables>
  /** The variables of the button that says the opposite: both cannot be under way. */
  opposite?: NoInfer<Variables>
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
  const { label, document, variables, opposite, onDone, description, quiet, confirm } = props
  const { send, error, loading, isBlocked } = useSend(document, { current: variables, opposite })
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

interface AskProps {
  question: string
  /** The words of the button that says yes. */
  answer: string
  onYes: () => void
  /** What the button is like that asks. */
  button: ComponentProps<'button'>
}

function Ask({ button, ...now }: AskProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // What was asked is what is done, even if things have changed while the reader thought about it.
  const [{ question, answer, onYes }, setAsked] = useState(now)
  const open = () => {
    setAsked(now)
    // Closing by the Escape key would leave the answer of the last time.
    dialog.current!.returnValue = ''
    dialog.current!.showModal()
  }
  return (
    <>
      <button {...button} onClick={open} />
      <dialog
        ref={dialog}
        aria-labelledby={id}
        onClose={({ currentTarget }) => currentTarget.returnValue === 'yes' && onYes()}
      >
        <form className="stack" method="dialog">
          <p id={id}>{question}</p>
          <div className="actions">
            <button value="yes">{answer}</button>
            <button className="quiet">Cancel</button>
          </div>
        </form>
      </dialog>
    </>
  )
}
