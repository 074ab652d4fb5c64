// What concerns the person, as it happens: `Subscription.mine`, followed once for the whole app. Its results also
// bring the person's level, xp and gold, so that the cache has them for every screen.
import { useSubscription } from '@apollo/client/react'
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { NewsDocument, type NewsSubscription } from './generated/graphql.ts'

export type NewsItem = NonNullable<NewsSubscription['mine']>

const News = createContext<readonly NewsItem[]>([])

/** What has happened since the app was opened, the latest first. */
export function useNews(): readonly NewsItem[] {
  return useContext(News)
}

/** Reads a list again when something of these kinds happens to the person, here or elsewhere. */
export function useReloadOn(kinds: ReadonlySet<string>, reload: () => void): void {
  const latest = useNews().find(({ type }) => kinds.has(type))?.cursor
  const known = useRef(latest)
  useEffect(() => {
    if (known.current !== latest) reload()
    known.current = latest
  }, [latest, reload])
}

const MAX_ITEMS = 50

export function NewsProvider({ children }: { children: ReactNode }) {
  const [news, setNews] = useState<readonly NewsItem[]>([])
  useSubscription(NewsDocument, {
    onData({ data: { data } }) {
      const item = data?.mine
      // The first result has no event, and after a reconnect an event may come twice.
      if (item) setNews((known) => withItem(known, item))
    },
  })
  return <News value={news}>{children}</News>
}

function withItem(known: readonly NewsItem[], item: NewsItem): readonly NewsItem[] {
  if (known.some(({ cursor }) => cursor === item.cursor)) return known
  return [item, ...known].slice(0, MAX_ITEMS)
}
