// The session is a cookie that scripts cannot read: this app knows only whether the server accepts it.
import { makeVar } from '@apollo/client'

/** Says that a request comes from a page of this app. */
export const CSRF = { 'x-csrf-protection': '1' } as const

/** The forms on the page whose text would be lost. */
const drafts = new Set<symbol>()

export function setDraft(form: symbol, hasText: boolean): void {
  if (hasText) drafts.add(form)
  else drafts.delete(form)
}

export const isWriting = () => drafts.size > 0

/** True after the session has ended while the person writes, until they have signed in again. */
export const isSignedOut = makeVar(false)

/** Signs in again, and comes back to this screen. A person who is writing stays, and signs in in another tab. */
export function signInAgain(kind: 'sign-in' | 'step-up' = 'sign-in'): void {
  if (isWriting()) isSignedOut(true)
  else location.assign(signInAddress(kind))
}

/** Where a link leads that signs in, or asks for a fresh sign-in with two factors. */
export function signInAddress(kind: 'sign-in' | 'step-up' | 'switch-account'): string {
  const query = new URLSearchParams({ return_to: location.pathname + location.search })
  return `/auth/${kind}?${query.toString()}`
}

/** `fetch`, which notices that the person has signed in again. */
export const fetchInSession: typeof fetch = async (...parameters) => {
  const response = await fetch(...parameters)
  if (response.ok) isSignedOut(false)
  return response
}
