// A button that asks before it acts.
import { useId, useRef, useState, type ComponentProps } from 'react'

interface AskProps {
  question: string
  /** The words of the button that says yes. */
  answer: string
  onYes: () => void
  /** What the button is like that asks. */
  button: ComponentProps<'button'>
}

export function Ask({ button, ...now }: AskProps) {
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
        <form method="dialog">
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
