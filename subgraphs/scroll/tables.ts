// The tables of the Scroll service's own schema.
import type { Selectable } from 'kysely'
import type { RowCountLog } from '#foundation/database/row-count.ts'

export interface ScrollTables {
  scrolls: ScrollTable
  scrollsCount: RowCountLog<Pick<ScrollTable, 'visibility' | 'house'>>
}

export type ScrollVisibility = 'public' | 'house' | 'private'

interface ScrollTable {
  id: string
  title: string
  content: string
  authorId: string
  /** The author's display name, house and weight as they were at publication. */
  author: string
  house: string
  settlementWeight: number
  visibility: ScrollVisibility
  createdAt: Date
}

/** A scroll without its content. */
export type Scroll = Omit<Selectable<ScrollTable>, 'content'>
