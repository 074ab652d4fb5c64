// Keeps a list up to date that has no subscription of its own: acts when news of some kinds arrive.
import { useEffect, useRef } from 'react'
import { useNews } from './news.tsx'

/** @param kinds the kinds of events (docs/contract/events.md, "Kinds of events") */
export function useOnNews(kinds: readonly string[], act: () => void): void {
  const news = useNews()
  const seen = useRef(news[0]?.cursor)
  useEffect(() => {
    const known = news.findIndex(({ cursor }) => cursor === seen.current)
    // Several may have arrived at once.
    const fresh = known < 0 ? news : news.slice(0, known)
    seen.current = news[0]?.cursor
    if (fresh.some(({ type }) => kinds.includes(type))) act()
  }, [news, kinds, act])
}
