// A part of a screen with a heading, and a sentence when it is empty.
import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  children: ReactNode
}

export function Section({ title, children }: SectionProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

interface ListProps {
  /** Shown when there are no items. */
  empty: string
  children: ReactNode[]
}

export function List({ empty, children }: ListProps) {
  if (children.length === 0) return <p className="soft">{empty}</p>
  return <ul className="rows">{children}</ul>
}
