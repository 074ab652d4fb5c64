// Forms that are shown on request, and forms whose text would be a loss.
import type { OperationVariables } from '@apollo/client'
import { useEffect, useId, useRef, useState } from 'react'
import { useBeforeUnload, useBlocker, useNavigate } from 'react-router'
import { setDraft } from '../../graphql/session.ts'
import { useParameter } from '../filters.tsx'
import { MutationForm, type MutationFormProps } from './mutation-form.tsx'

interface DisclosureProps<
  Data,
  Variables extends OperationVariables,
  Name extends string,
> extends Omit<MutationFormProps<Data, Variables, Name>, 'onDone'> {
  label: string
  /** For screen readers, where the label alone does not say what it is about; it begins with the label. */
  description?: string
  /** The search parameter of the address, and its value while this form is open. */
  parameter: readonly [name: string, value: string]
}

/** A button that shows a form. Which one is open is in the address, so that it can be shared and gone back from. */
export function Disclosure<Data, Variables extends OperationVariables, Name extends string>(
  props: DisclosureProps<Data, Variables, Name>,
) {
  const { label, description, parameter, ...form } = props
  const [name, value] = parameter
  const id = useId()
  const [shown, setShown] = useParameter(name)
  const isOpen = shown === value
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setShown('', { replace: true })
    button.current?.focus()
  }
  return (
    <div className="disclosure">
      <button
        className="quiet"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={description}
        onClick={() => setShown(isOpen ? '' : value)}
      >
        {label}
      </button>
      {isOpen && (
        <div id={id}>
          <MutationForm {...form} onDone={close} />
        </div>
      )}
    </div>
  )
}

interface DraftProps<Data, Variables extends OperationVariables, Name extends string> extends Omit<
  MutationFormProps<Data, Variables, Name>,
  'onDone' | 'keeps'
> {
  /** The screen that follows once it is done. */
  next: (data: NoInfer<Data>) => string
}

/** A form that asks whoever leaves before it is sent. What is under way goes on. */
export function Draft<Data, Variables extends OperationVariables, Name extends string>(
  props: DraftProps<Data, Variables, Name>,
) {
  const { next, ...mutationForm } = props
  const navigate = useNavigate()
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
      <MutationForm {...mutationForm} onDone={(data) => void navigate(next(data))} />
      {blocker.state === 'blocked' && (
        <Question key={blocker.location.key} stay={blocker.reset} leave={blocker.proceed} />
      )}
    </div>
  )
}

function Question({ stay, leave }: { stay: () => void; leave: () => void }) {
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
