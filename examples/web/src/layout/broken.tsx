// What is shown in place of a screen that failed, or whose file could not be loaded.
import { useReactiveVar } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { useRouteError } from 'react-router'
import { useTitle } from '../components/screen.tsx'
import { isHolding } from '../graphql/session.ts'
import { unconfirmed } from '../graphql/unconfirmed.ts'
import { useOnline } from './use-online.ts'

/** What Chromium, Firefox, Safari and Vite say. */
const NOT_LOADED = /dynamically imported module|module script failed|preload CSS/

export function Broken() {
  return NOT_LOADED.test(String(useRouteError())) ? <NotLoaded /> : <Failed />
}

/**
 * A new version of the app has other files than the one that is open; loading the page brings it, too. The page loads
 * itself when the network is back, unless that would lose what was not sent.
 */
function NotLoaded() {
  useTitle('Not loaded')
  const isOnline = useOnline()
  const wasOffline = useRef(false)
  useReactiveVar(unconfirmed)
  const isHeld = isHolding()
  useEffect(() => {
    wasOffline.current ||= !isOnline
    if (wasOffline.current && isOnline && !isHeld) location.reload()
  }, [isOnline, isHeld])
  return (
    <>
      <h1>This screen could not be loaded</h1>
      {isOnline ? (
        <>
          <p>The network does not respond, or there is a new version of this app.</p>
          <LoadAgain />
        </>
      ) : (
        <p>It is loaded as soon as the network is back.</p>
      )}
    </>
  )
}

function Failed() {
  useTitle('Something is wrong')
  return (
    <>
      <h1>This screen has failed</h1>
      <LoadAgain />
    </>
  )
}

function LoadAgain() {
  return (
    <p>
      <button onClick={() => location.reload()}>Load again</button>
    </p>
  )
}
