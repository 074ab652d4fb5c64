// What concerns the person, as it happens: `Subscription.mine`, followed once for the whole app. Its results also
// bring the person's level, xp and gold, so that the cache has them for every screen.
import { useSubscription } from '@apollo/client/react'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { NewsDocument, type NewsSubscription } from './generated/graphql.ts'

export type NewsItem = NonNullable<NewsSubscription['mine']>

const News = createContext<readonly NewsItem[]>([])

/** What has happened since the app was opened, the latest first. */
export function useNews(): readonly NewsItem[] {
  return useContext(News)
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
