// What is shown in place of a screen that failed, or whose file could not be loaded.
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useTitle } from '../components/screen.tsx'

/** What Chromium, Firefox, Safari and Vite say. */
const NOT_LOADED = /dynamically imported module|module script failed|preload CSS/

export function Broken() {
  return NOT_LOADED.test(String(useRouteError())) ? <NotLoaded /> : <Failed />
}

/** A new version of the app has other files than the one that is open; loading the page brings it, too. */
function NotLoaded() {
  useTitle('Not loaded')
  useEffect(() => {
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [])
  return (
    <>
      <h1>This screen could not be loaded</h1>
      {navigator.onLine ? (
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
      <button onClick={load}>Load again</button>
    </p>
  )
}

function load(): void {
  location.reload()
}
