// What is shown in place of a screen that failed, or whose file could not be loaded.
import { useRouteError } from 'react-router'
import { useTitle } from '../components/screen.tsx'

export function Broken() {
  useTitle('Something is wrong')
  // A new version of the app has other files than the one that is open.
  const isNewVersion = /dynamically imported module/.test(String(useRouteError()))
  return (
    <>
      <h1>{isNewVersion ? 'There is a new version of this app' : 'This screen has failed'}</h1>
      <p>
        <button onClick={() => location.reload()}>Load again</button>
      </p>
    </>
  )
}
