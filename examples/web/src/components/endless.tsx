// A list without an end: the next page is read when its end comes into view, and an earlier one on request.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { PageInfoFragment } from '../fragments/generated/graphql.ts'
import { Fault } from './fault.tsx'

/** Another page: these replace the arguments of the query's list. */
interface PageVariables {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

interface EndlessProps {
  /** Of the list: `pageInfo { ...PageInfo }`. */
  pageInfo: PageInfoFragment
  /** `fetchMore` of useLive. The cache joins the pages, as src/graphql/pages.ts says. */
  fetchMore: (variables: PageVariables) => Promise<unknown>
  /** The number of items of a page. */
  size?: number
  /** The items that have been read. */
  children: ReactNode
}

export function Endless({ pageInfo, fetchMore, size = 20, children }: EndlessProps) {
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = pageInfo
  const [failed, setFailed] = useState<{ error: unknown; again: () => void }>()
  const [loading, setLoading] = useState(false)
  const read = (variables: PageVariables) => {
    if (loading) return
    setLoading(true)
    setFailed(undefined)
    void fetchMore(variables)
      .catch((error: unknown) => setFailed({ error, again: () => read(variables) }))
      .finally(() => setLoading(false))
  }
  const next = () => read({ first: size, after: endCursor, last: null, before: null })
  const previous = () => read({ last: size, before: startCursor, first: null, after: null })
  return (
    <>
      {hasPreviousPage && (
        <button className="quiet" onClick={previous}>
          Show earlier ones
        </button>
      )}
      {children}
      <Fault error={failed?.error} retry={failed?.again} />
      {hasNextPage && !failed && <End loading={loading} next={next} />}
    </>
  )
}

/** A button for the keyboard, which is pressed by itself when it comes into view. */
function End({ loading, next }: { loading: boolean; next: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(next)
  useEffect(() => {
    latest.current = next
  })
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !loading) latest.current()
    })
    observer.observe(button.current!)
    return () => observer.disconnect()
  }, [loading])
  return (
    <button className="quiet" ref={button} onClick={next} aria-busy={loading}>
      {loading ? 'Loading …' : 'Show more'}
    </button>
  )
}
