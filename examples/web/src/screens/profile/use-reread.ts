// Keeps a profile up to date: the API has no subscription to another person, so it is read again every minute while
// somebody sees it, and at once when something has happened to the reader.
import { useEffect, useEffectEvent } from 'react'
import { useNews } from '../../layout/news.tsx'

const EVERY_MS = 60_000

export function useReread(read: () => void): void {
  const [latest] = useNews()
  const reread = useEffectEvent(read)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reread()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (latest) reread()
  }, [latest])
}
