// Keeps what a form holds while the person confirms that it is them: the page is left, and the form is filled in again
// when they come back. It is sent only when they press its button. Somebody else who signs in does not see it.
import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState, type RefObject } from 'react'
import { WriterDocument } from './generated/graphql.ts'

const KEY = 'kept-form'

export interface KeptForm {
  /** The words of its button. */
  submit: string
  /** What its mutation changes: forms of a list have the same words. */
  id: unknown
  values: Record<string, string>
}

/** With the address of its screen, and who wrote it: another screen or person may come first. */
interface Stored extends KeptForm {
  address: string
  /** The id of who wrote it. */
  writer: string
}

const here = () => location.pathname + location.search

/** Keeps nothing if the app has not read who is signed in, and can no longer. */
export async function keepForm(client: ApolloClient, kept: KeptForm): Promise<void> {
  const address = here()
  const writer = await findWriter(client)
  if (writer === undefined) return
  sessionStorage.setItem(KEY, JSON.stringify({ ...kept, address, writer } satisfies Stored))
}

/** Who is signed in, from the cache if a screen shows it. */
async function findWriter(client: ApolloClient): Promise<string | undefined> {
  try {
    const { data } = await client.query({ query: WriterDocument })
    return data?.me?.id
  } catch {
    return undefined
  }
}

/** Fills in a form that was kept. @returns whether it did */
export function useKeptForm(
  form: RefObject<HTMLFormElement | null>,
  isOwn: (kept: KeptForm) => boolean,
): boolean {
  const client = useApolloClient()
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null
    if (kept?.address !== here() || !isOwn(kept)) return
    void findWriter(client).then((person) => {
      if (!form.current || person === undefined) return
      sessionStorage.removeItem(KEY)
      if (kept.writer !== person) return
      fillIn(form.current, kept.values)
      setBack(true)
    })
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
