// What concerns the person, as it happens: `Subscription.mine`, followed once for the whole app. Its results also
// bring the person's level, xp and gold, so that the cache has them for every screen.
import type { ErrorLike } from '@apollo/client'
import { useReactiveVar, useSubscription } from '@apollo/client/react'
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { sessionEnd } from '../graphql/session.ts'
import { NewsDocument, type NewsSubscription } from './generated/graphql.ts'

export type NewsItem = NonNullable<NewsSubscription['mine']>

const News = createContext<readonly NewsItem[]>([])

interface NewsState {
  /** Why the app no longer follows what happens. */
  error: ErrorLike | undefined
  restart: () => void
}

const NewsStateContext = createContext<NewsState>({ error: undefined, restart: () => undefined })

/** What has happened since the app was opened, the latest first. */
export function useNews(): readonly NewsItem[] {
  return useContext(News)
}

export function useNewsState(): NewsState {
  return useContext(NewsStateContext)
}

const MAX_ITEMS = 50

export function NewsProvider({ children }: { children: ReactNode }) {
  const [news, setNews] = useState<readonly NewsItem[]>([])
  const { error, restart } = useSubscription(NewsDocument, {
    onData({ data: { data } }) {
      const item = data?.mine
      // The first result has no event, and after a reconnect an event may come twice.
      if (item) setNews((known) => withItem(known, item))
    },
  })
  const state = useMemo(() => ({ error, restart }), [error, restart])
  useRestartAfterSignIn(state)
  return (
    <News value={news}>
      <NewsStateContext value={state}>{children}</NewsStateContext>
    </News>
  )
}

/** Follows again when somebody who was signed out has signed in. */
function useRestartAfterSignIn({ error, restart }: NewsState): void {
  const signedOut = useReactiveVar(sessionEnd) !== undefined
  const followAgain = useEffectEvent(() => {
    if (error) restart()
  })
  useEffect(() => {
    if (!signedOut) followAgain()
  }, [signedOut])
}

function withItem(known: readonly NewsItem[], item: NewsItem): readonly NewsItem[] {
  if (known.some(({ cursor }) => cursor === item.cursor)) return known
  return [item, ...known].slice(0, MAX_ITEMS)
}
