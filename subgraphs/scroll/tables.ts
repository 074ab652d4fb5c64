// The tables of the Scroll service's own schema.
import type { Generated, Selectable } from 'kysely'
import type { RowCountLog } from '#foundation/database/migrations/row-count.ts'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'

export interface ScrollTables extends AuditOutboxTables {
  scrolls: ScrollTable
  scrollRevisions: ScrollRevisionTable
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
  /** The real name while an administrator has hidden it and `author` is a neutral one. */
  hiddenAuthor: Generated<string | null>
  house: string
  settlementWeight: number
  visibility: ScrollVisibility
  createdAt: Date
  /** When the author last edited it. */
  editedAt: Date | null
  withdrawnAt: Date | null
  /** When an administrator hid it, and why. */
  hiddenAt: Date | null
  hiddenReason: string | null
}

/** The version of a scroll before an edit. */
interface ScrollRevisionTable {
  id: string
  scrollId: string
  title: string
  content: string
  visibility: ScrollVisibility
  writtenAt: Date
}

/** A scroll without its content. */
export type Scroll = Omit<Selectable<ScrollTable>, 'content' | 'hiddenAuthor'>
/** A revision without its content. */
export type ScrollRevision = Omit<Selectable<ScrollRevisionTable>, 'content'>
