// For an address that no screen has.
import { Link } from 'react-router'
import { useTitle } from '../components/screen.tsx'

export function Component() {
  useTitle('Not found')
  return (
    <>
      <h1>There is nothing here</h1>
      <p>
        <Link to="/">Go to the home screen</Link>
      </p>
    </>
  )
}
