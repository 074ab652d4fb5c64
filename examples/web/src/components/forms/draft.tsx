// Surrounds a form whose text would be a loss: who leaves before it is sent is asked first. What is under way goes on.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { setDraft } from '../../graphql/session.ts'

export function Draft({ children }: { children: ReactNode }) {
  const isChanged = useRef(false)
  const around = useRef<HTMLDivElement>(null)
  const [form] = useState(() => Symbol('draft'))
  useEffect(() => () => setDraft(form, false), [form])
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isSent = around.current?.querySelector('[aria-busy=true]')
    return isChanged.current && !isSent && currentLocation.pathname !== nextLocation.pathname
  })
  useBeforeUnload((event) => {
    if (isChanged.current) event.preventDefault()
  })
  const set = (changed: boolean) => {
    isChanged.current = changed
    setDraft(form, changed)
  }
  return (
    // MutationForm resets its form when it is done.
    <div ref={around} onInput={() => set(true)} onReset={() => set(false)}>
      {children}
      {blocker.state === 'blocked' && (
        <Question key={blocker.location.key} stay={blocker.reset} leave={blocker.proceed} />
      )}
    </div>
  )
}

interface QuestionProps {
  stay: () => void
  leave: () => void
}

function Question({ stay, leave }: QuestionProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  // The browser tells of a closing a frame later: by then the reader may be asked again.
  const isDecided = useRef(false)
  const close = () => {
    if (isDecided.current) return
    isDecided.current = true
    // Gives the focus back to where it was.
    dialog.current?.close()
    stay()
  }
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={close}>
      <div className="stack">
        <h2 id={id}>Leave without sending it?</h2>
        <p>What you have written is in this form alone, and is lost.</p>
        <div className="actions">
          <button onClick={close}>Stay</button>
          <button className="quiet" onClick={leave}>
            Leave
          </button>
        </div>
      </div>
    </dialog>
  )
}
