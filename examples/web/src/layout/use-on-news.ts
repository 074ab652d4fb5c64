// Keeps a list up to date that has no subscription of its own: acts when news of some kinds arrive.
import { useEffect, useRef } from 'react'
import { useNews } from './news.tsx'

/** @param kinds the kinds of events (docs/contract.md, "Kinds of events") */
export function useOnNews(kinds: readonly string[], act: () => void): void {
  const [latest] = useNews()
  const seen = useRef(latest?.cursor)
  useEffect(() => {
    if (!latest || latest.cursor === seen.current) return
    seen.current = latest.cursor
    if (kinds.includes(latest.type)) act()
  }, [latest, kinds, act])
}
