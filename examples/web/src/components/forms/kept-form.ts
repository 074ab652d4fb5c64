// Keeps what a form holds while the person signs in or confirms: the page is left, and the form is filled in again
// when they come back. It is sent only when they press its button.
import { useEffect, useState, type RefObject } from 'react'

const KEY = 'kept-form'

export interface KeptForm {
  /** The words of its button. */
  submit: string
  /** What its mutation changes: forms of a list have the same words. */
  id: unknown
  values: Record<string, string>
}

/** With the address of its screen: the person may come back to another one first. */
interface Stored extends KeptForm {
  address: string
}

const here = () => location.pathname + location.search

export function keepForm(kept: KeptForm): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...kept, address: here() } satisfies Stored))
}

/** Fills in a form that was kept. @returns whether it did */
export function useKeptForm(
  form: RefObject<HTMLFormElement | null>,
  isOwn: (kept: KeptForm) => boolean,
): boolean {
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null
    if (!form.current || kept?.address !== here() || !isOwn(kept)) return
    sessionStorage.removeItem(KEY)
    fillIn(form.current, kept.values)
    setBack(true)
  }, [])
  return isBack
}

function fillIn(form: HTMLFormElement, values: KeptForm['values']): void {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name) as HTMLInputElement | null
    if (control) control.value = value
  }
  const disclosure = form.closest('details')
  if (disclosure) disclosure.open = true
  form.querySelector<HTMLElement>('.submit button')?.focus()
}
