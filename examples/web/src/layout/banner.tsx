// Says what is not on the page: a screen that is on its way, a session that has ended, and that the page may be behind.
import { useReactiveVar } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { explain } from '../errors/explain.ts'
import { isReconnecting } from '../graphql/live-link.ts'
import { sessionEnd, type SessionEnd } from '../graphql/session.ts'
import { useNews } from '../graphql/news.tsx'
import { useOnline } from './use-online.ts'

export function Banner() {
  const message = useMessage()
  return (
    <div className="banner" role="status">
      {message && <p>{message}</p>}
      {useNavigation().state === 'loading' && (
        <div className="pending">
          <span className="unseen">Loading …</span>
        </div>
      )}
    </div>
  )
}

function useMessage(): ReactNode {
  const online = useOnline()
  const end = useReactiveVar(sessionEnd)
  const reconnecting = useReactiveVar(isReconnecting)
  const { error, restart } = useNews()
  if (!online) return 'You are offline. This is what was here when the network was lost.'
  if (end) return <Ended end={end} />
  if (reconnecting) return 'Connecting again. What you see may be a moment old.'
  if (!error) return undefined
  return (
    <>
      {explain(error).sentence} What you see may be old.{' '}
      <button className="quiet" onClick={restart}>
        Follow again
      </button>
    </>
  )
}

const ENDS = {
  'signed-out': { sentence: 'You are signed out.', kind: 'sign-in', link: 'Sign in' },
  'other-person': {
    sentence: 'Somebody else has signed in.',
    kind: 'switch-account',
    link: 'Sign in as yourself',
  },
} as const

function Ended({ end }: { end: SessionEnd }) {
  const { sentence, kind, link } = ENDS[end]
  return (
    <>
      {sentence} What you have not sent is still here:{' '}
      <a href={`/auth/${kind}`} target="_blank">
        {link}
      </a>{' '}
      in another tab, and then send it.
    </>
  )
}
