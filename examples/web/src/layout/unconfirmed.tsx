// What the person has sent and the server has not confirmed, on whichever screen they are: what is under way, and what
// has failed since they left the screen that sent it.
import { useReactiveVar } from '@apollo/client/react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { Fault } from '../components/fault.tsx'
import { isolated } from '../components/text.ts'
import { sessionEnd } from '../graphql/session.ts'
import {
  forget,
  isRefused,
  shownInPlace,
  unconfirmed,
  type Unconfirmed as Mutation,
} from '../graphql/unconfirmed.ts'

export function Unconfirmed() {
  const all = useReactiveVar(unconfirmed)
  const elsewhere = useReactiveVar(shownInPlace)
  const isOther = useReactiveVar(sessionEnd) === 'other-person'
  useForgetRefusals()
  const failed = isOther ? [] : all.filter(({ id, error }) => error && !elsewhere.includes(id))
  return (
    <div className="unconfirmed">
      <div role="status">
        {all.map(
          (mutation) => !mutation.error && <p key={mutation.id}>Sending {named(mutation)} …</p>,
        )}
      </div>
      {failed.map((mutation) => (
        <Fault key={mutation.id} about={<About {...mutation} />} {...mutation}>
          <button className="quiet" onClick={() => forget(({ id }) => id === mutation.id)}>
            Close
          </button>
        </Fault>
      ))}
    </div>
  )
}

const named = ({ name }: Mutation) => `“${isolated(name)}”`

function About(mutation: Mutation) {
  const { title, path } = mutation.screen
  return (
    <>
      {named(mutation)} on <Link to={path}>{title}</Link>
    </>
  )
}

/** Whoever goes on to another screen has read what was refused. */
function useForgetRefusals(): void {
  const { pathname } = useLocation()
  useEffect(() => forget(isRefused), [pathname])
}
