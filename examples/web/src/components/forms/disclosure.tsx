// A button that shows a form below it. Which one is open is in the address, so that it can be shared and gone back from.
import { useId, useRef, type ReactNode } from 'react'
import { useParameter } from './use-filters.ts'

interface DisclosureProps {
  /** The search parameter of the address, and its value while this one is open. */
  name: string
  value: string
  label: string
  /** For screen readers, where the label alone does not say what it is about; it begins with the label. */
  description?: string
  /** What it shows, with a function that closes it. */
  children: (close: () => void) => ReactNode
}

export function Disclosure({ name, value, label, description, children }: DisclosureProps) {
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
      {isOpen && <div id={id}>{children(close)}</div>}
    </div>
  )
}
