// The frame of every screen: its title, what it shows while it loads, what went wrong, and what its parts are made of.
import {
  createContext,
  useContext,
  useEffect,
  useId,
  type ComponentProps,
  type ReactNode,
} from 'react'
import type { Live } from '../graphql/use-live.ts'
import { Fault } from './fault.tsx'
import { Time } from './time.tsx'

interface ScreenProps<Data> {
  title: string
  /** What `useLive` or `useList` returns. */
  live: Live<Data>
  /** Beside the title: what people begin here. */
  action?: ReactNode
  /** What is there before the data, such as filters. */
  above?: ReactNode
  /** Renders the data, as soon as there is any. */
  children: (data: Data) => ReactNode
}

export function Screen<Data>({ title, live, action, above, children }: ScreenProps<Data>) {
  const { data, error, loading, reload, fetchMore } = live
  useTitle(title)
  return (
    <FetchMore value={fetchMore}>
      <div className="title row apart">
        <h1>{title}</h1>
        {action}
      </div>
      {above}
      <Fault error={error} retry={reload} />
      {loading && <Skeleton />}
      {data !== undefined && children(data)}
    </FetchMore>
  )
}

const FetchMore = createContext<Live<unknown>['fetchMore']>(() => Promise.resolve())

/** Reads another page of a list of the screen. */
export const useFetchMore = () => useContext(FetchMore)

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

/** A part of a screen with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** A list of `Row`s, or a sentence when it is empty. */
export function List({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="soft">{empty}</p>
  return <ul className="rows">{children}</ul>
}

interface RowProps {
  children: ReactNode
  /** Said at its end, before the time. */
  note?: string
  at?: string
}

export function Row({ children, note, at }: RowProps) {
  return (
    <li>
      <span className="row">{children}</span>
      <span className="soft">
        {note} {at && <Time at={at} />}
      </span>
    </li>
  )
}

/** A fact in a `<dl className="facts">`. */
export function Fact({ name, ...value }: { name: string } & ComponentProps<'dd'>) {
  return (
    <div>
      <dt>{name}</dt>
      <dd {...value} />
    </div>
  )
}
