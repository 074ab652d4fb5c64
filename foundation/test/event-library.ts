// A database with a service of its own, whose books write events.
import { sql, type Kysely } from 'kysely'
import { openDatabase } from '#foundation/database/database.ts'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import {
  cursorAt,
  readEvents,
  readLogState,
  resume,
  type LogState,
} from '#foundation/events/event-log.ts'
import { defineEventKinds } from '#foundation/events/kinds.ts'
import { createEventLog, writeEvents } from '#foundation/events/migration.ts'
import { numberEvents } from '#foundation/events/numberer.ts'
import { changed } from '#foundation/events/row-change.ts'
import type { EventTables } from '#foundation/events/tables.ts'
import { testLog } from '#test/caller.ts'

export interface LibraryTables extends EventTables {
  books: { id: string; shelf: string }
}

export type Library = Kysely<LibraryTables>

const kinds = defineEventKinds({
  'book.added': {
    description: 'Somebody added a book.',
    change: { table: 'books', on: 'insert' },
    subject: 'Book',
    id: 'new.id',
    related: ['new.shelf'],
    audience: 'public',
  },
  'book.moved': {
    description: 'A book stands on another shelf.',
    change: changed('books', ['shelf']),
    subject: 'Book',
    id: 'new.id',
    related: ['new.shelf'],
    audience: 'public',
  },
})

const migrations = {
  '0001-books': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table books (id text primary key, shelf text not null default '')`.execute(
        db,
      )
    },
  },
  '0002-events': {
    up: async (db: Kysely<unknown>) => {
      await createEventLog(db)
      await writeEvents(db, kinds)
    },
  },
}

/** Migrates a database, and opens it as a process of the service does. */
export async function openLibrary(url: string): Promise<Library> {
  await migrate(url, { name: 'library', migrations }, testLog)
  return openDatabase(url, 'library', testLog)
}

export async function addBook(db: Kysely<LibraryTables>, id: string): Promise<void> {
  await db.insertInto('books').values({ id, shelf: 'north' }).execute()
}

/** Adds books, and gives their events positions. */
export async function addBooks(db: Library, ...ids: readonly string[]): Promise<LogState> {
  for (const id of ids) await addBook(db, id)
  await numberEvents(db, () => new Date())
  return readLogState(db)
}

/** The ids of the books after a cursor; without one, of all. */
export async function booksAfter(db: Library, cursor?: string): Promise<string[]> {
  const state = await readLogState(db)
  const after = cursor === undefined ? 0 : resume(state, cursor).position
  const events = await readEvents(db, { after, limit: 10_000 })
  return events.map(({ subjectId }) => subjectId)
}

/** Whether the log lacks events after a cursor. */
export async function hasGap(db: Library, cursor: string): Promise<boolean> {
  return resume(await readLogState(db), cursor).hasGap
}

/** The cursor of the last event. */
export async function lastCursor(db: Library): Promise<string> {
  const state = await readLogState(db)
  return cursorAt(state, state.lastPosition)
}
