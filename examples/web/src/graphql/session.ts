// The session is a cookie that scripts cannot read: this app knows only whether the server accepts it.

/** Says that a request comes from a page of this app. */
export const CSRF = { 'x-csrf-protection': '1' } as const

/** Signs in again, and comes back to this screen. The page is left, so whatever waits may wait. */
export function signInAgain(kind: 'sign-in' | 'step-up' = 'sign-in'): void {
  location.assign(signInAddress(kind))
}

/** Where a link leads that signs in, or asks for a fresh sign-in with two factors. */
export function signInAddress(kind: 'sign-in' | 'step-up' | 'switch-account'): string {
  const query = new URLSearchParams({ return_to: location.pathname + location.search })
  return `/auth/${kind}?${query.toString()}`
}
