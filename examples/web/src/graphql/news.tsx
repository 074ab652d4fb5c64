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
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { sessionEnd } from './session.ts'
import { NewsDocument, type NewsSubscription } from './generated/graphql.ts'

export type NewsItem = NonNullable<NewsSubscription['mine']>

interface NewsState {
  /** What has happened since the app was opened, the latest first. */
  news: readonly NewsItem[]
  /** Why the app no longer follows what happens. */
  error: ErrorLike | undefined
  restart: () => void
}

const News = createContext<NewsState>({ news: [], error: undefined, restart: () => undefined })

export const useNews = () => useContext(News)

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
  const signedOut = useReactiveVar(sessionEnd) !== undefined
  const followAgain = useEffectEvent(() => {
    if (error) restart()
  })
  // Somebody who was signed out has signed in.
  useEffect(() => {
    if (!signedOut) followAgain()
  }, [signedOut])
  const state = useMemo(() => ({ news, error, restart }), [news, error, restart])
  return <News value={state}>{children}</News>
}

function withItem(known: readonly NewsItem[], item: NewsItem): readonly NewsItem[] {
  if (known.some(({ cursor }) => cursor === item.cursor)) return known
  return [item, ...known].slice(0, MAX_ITEMS)
}

/** Acts when news of some kinds arrive, to keep a list up to date that has no subscription of its own. */
export function useOnNews(kinds: readonly string[], act: () => void): void {
  const { news } = useNews()
  const seen = useRef(news[0]?.cursor)
  useEffect(() => {
    const known = news.findIndex(({ cursor }) => cursor === seen.current)
    // Several may have arrived at once.
    const fresh = known < 0 ? news : news.slice(0, known)
    seen.current = news[0]?.cursor
    if (fresh.some(({ type }) => kinds.includes(type))) act()
  }, [news, kinds, act])
}
