// The frame of every screen: its title, what it shows while it loads, and what went wrong.
import { useEffect, type ReactNode } from 'react'
import type { Live } from '../graphql/use-live.ts'
import { Fault } from './fault.tsx'

interface ScreenProps<Data> {
  title: string
  /** What `useLive` returns. */
  live: Live<Data>
  /** Beside the title: what people begin here. */
  action?: ReactNode
  /** What is there before the data, such as filters. */
  above?: ReactNode
  /** Renders the data, as soon as there is any. */
  children: (data: Data) => ReactNode
}

export function Screen<Data>({ title, live, action, above, children }: ScreenProps<Data>) {
  const { data, error, loading, reload } = live
  useTitle(title)
  return (
    <>
      <div className="title">
        <h1>{title}</h1>
        {action}
      </div>
      {above}
      <Fault error={error} retry={reload} />
      {loading && <Skeleton />}
      {data !== undefined && children(data)}
    </>
  )
}

/** The title of the page, which screen readers read when it changes. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title + SUFFIX
  }, [title])
}

const SUFFIX = ' · Ecosystem'

/** The title of the screen that is shown. */
export const screenTitle = () => document.title.replace(SUFFIX, '')

/** The place of what is on its way. */
export function Skeleton() {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">Loading …</span>
    </div>
  )
}
