// The session is a cookie that scripts cannot read: this app knows only whether the server accepts it.
import { makeVar } from '@apollo/client'
import { hasUnconfirmed } from './unconfirmed.ts'

/** Says that a request comes from a page of this app. */
export const CSRF = { 'x-csrf-protection': '1' } as const

/** The forms on the page whose text would be lost. */
const drafts = new Set<symbol>()

export function setDraft(form: symbol, hasText: boolean): void {
  if (hasText) drafts.add(form)
  else drafts.delete(form)
}

/** Whether leaving the page would lose a text, or something that was not sent. */
export const isHolding = () => drafts.size > 0 || hasUnconfirmed()

/** How a session ends: the person signs out, or somebody else signs in. Either may happen in another tab. */
export type SessionEnd = 'signed-out' | 'other-person'

/** Set after the session has ended while the page holds something, until its person has signed in again. */
export const sessionEnd = makeVar<SessionEnd | undefined>(undefined)

/**
 * Signs in again, and comes back to this screen. If the page holds something, it stays, and the person signs in in
 * another tab. What was not sent is dropped for somebody else.
 */
export function signInAgain(): void {
  const isOther = current !== null && current !== person
  if (isOther ? drafts.size > 0 : isHolding()) sessionEnd(isOther ? 'other-person' : 'signed-out')
  else location.assign(signInAddress('sign-in'))
}

/** Where a link leads that signs in, or asks for a fresh sign-in with two factors. */
export function signInAddress(kind: 'sign-in' | 'step-up' | 'switch-account'): string {
  const query = new URLSearchParams({ return_to: location.pathname + location.search })
  return `/auth/${kind}?${query.toString()}`
}

/** The person whose data is on this page, and the one whom the last response was for. */
let person: string | null = null
let current: string | null = null

/** `fetch` for the person of this page alone, which notices that they have signed in again. */
export const fetchInSession: typeof fetch = async (address, options) => {
  const headers = new Headers(options?.headers)
  if (person !== null) headers.set('x-person', person)
  const response = await fetch(address, { ...options, headers })
  current = response.headers.get('x-person')
  person ??= current
  if (response.ok) sessionEnd(undefined)
  return response
}
