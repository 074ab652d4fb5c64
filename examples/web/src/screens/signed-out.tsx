// The only screen for people who are not signed in: why, and the way in.
import { useSearchParams } from 'react-router'
import { useTitle } from '../components/screen.tsx'
import '../layout/layout.css'

/** The errors that the ID service sends back with (RFC 6749, section 4.1.2.1). */
const REASONS: Readonly<Record<string, string>> = {
  access_denied: 'You did not allow this app to act for you, so it cannot show anything.',
  unmet_authentication_requirements:
    'This needs a second factor. Set one up on your account page, and sign in again.',
  invalid_scope: 'You are no administrator, so there is nothing to administer.',
  temporarily_unavailable: 'That was much at once. Sign in again in a minute.',
}

export function Component() {
  const [parameters] = useSearchParams()
  const reason = parameters.get('reason')
  useTitle(reason ? 'Not signed in' : 'Signed out')
  return (
    <main className="alone">
      <h1>{reason ? 'You are not signed in' : 'You are signed out'}</h1>
      <p>
        {reason
          ? (REASONS[reason] ?? 'Signing in has failed. Try again in a moment.')
          : 'Come back soon.'}
      </p>
      <p>
        <a className="button" href="/auth/sign-in">
          Sign in
        </a>
      </p>
    </main>
  )
}
