// Apps of React in StrictMode, as Vite's template begins them: in development, each effect runs twice.
import { UserManager } from 'oidc-client-ts'
import { createElement, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthProvider, useAuth } from 'react-oidc-context'
import { output, settings } from './page.js'

const isCallback = location.search.includes('code=')
const signInButton = (signIn) => createElement('button', { onClick: () => signIn() }, 'Sign in')

/** react-oidc-context, with its default options. */
function Context() {
  const { error, signinRedirect, user } = useAuth()
  useEffect(() => {
    if (error) output(error.message)
    if (user) output(`Welcome ${user.profile.preferred_username}`)
  }, [error, user])
  return signInButton(signinRedirect)
}

const greet = (signedIn) =>
  signedIn.then(
    (user) => output(`Welcome ${user.profile.preferred_username}`),
    (error) => output(error.message),
  )

/** Redeems the code in an effect, and therefore twice. */
function InEffect({ manager }) {
  const [calls] = useState([])
  useEffect(() => {
    if (!isCallback) return
    calls.push(manager.signinCallback())
    // The page shows the outcome once nothing is under way.
    if (calls.length === 2) {
      void Promise.allSettled(calls).then((results) => {
        const outcomes = results.map(({ status }) => status)
        // Either of the two can be first.
        output(outcomes.toSorted().join(', '))
      })
    }
  }, [calls, manager])
  return signInButton(() => manager.signinRedirect())
}

/** Redeems the code beside the components: one promise for the page. */
function Once({ manager, signedIn }) {
  useEffect(() => {
    if (signedIn) void greet(signedIn)
  }, [signedIn])
  return signInButton(() => manager.signinRedirect())
}

const manager = new UserManager(settings)
const APPS = {
  context: () => createElement(AuthProvider, settings, createElement(Context)),
  effect: () => createElement(InEffect, { manager }),
  once: () => {
    const signedIn = isCallback ? manager.signinCallback() : undefined
    return createElement(Once, { manager, signedIn })
  },
}

const app = APPS[location.pathname.split('-')[1]]()
createRoot(document.querySelector('main')).render(createElement(StrictMode, null, app))
