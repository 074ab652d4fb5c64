// Reads new events of a log for the watchers in this process.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { EventCursor } from '#foundation/events/event-cursor.ts'
import {
  cursorAt,
  endOfLog,
  readEvents,
  readLogState,
  resumeAt,
  type LogState,
} from '#foundation/events/event-log.ts'
import type { EventWatchers } from '#foundation/events/feed/event-watchers.ts'
import type { LoggedEvent } from '#foundation/events/tables.ts'

const BATCH = 500

export class LogFollower {
  readonly #db: Kysely<unknown>
  readonly #watchers: EventWatchers
  /** Runs work that all watchers wait for outside of requests, so that it does not fail with the request of one. */
  readonly #outsideRequests = AsyncLocalStorage.snapshot()
  /** The position up to which watchers have got all events; undefined while nobody watches. */
  #cursor: Promise<EventCursor> | undefined

  constructor(db: Kysely<unknown>, watchers: EventWatchers) {
    this.#db = db
    this.#watchers = watchers
  }

  /** The state of the log. All later events reach those who watch already. */
  async state(): Promise<LogState> {
    if (!this.#watchers.isEmpty()) await this.#follow()
    return readLogState(this.#db)
  }

  /** Passes on the next events; nothing while nobody watches. Returns true if more may follow. */
  async readOn(): Promise<boolean> {
    if (this.#watchers.isEmpty()) {
      this.#cursor = undefined
      return false
    }
    const cursor = await this.#follow()
    const events = await readEvents(this.#db, { after: cursor.position, limit: BATCH })
    this.#passOn(events, await readLogState(this.#db), cursor)
    return events.length === BATCH
  }

  /** The position of the watchers, which begin at the end of the log. */
  #follow(): Promise<EventCursor> {
    if (this.#cursor) return this.#cursor
    const cursor = this.#outsideRequests(() => readLogState(this.#db)).then(endOfLog)
    cursor.catch(() => {
      if (this.#cursor === cursor) this.#cursor = undefined
    })
    return (this.#cursor = cursor)
  }

  #passOn(events: readonly LoggedEvent[], state: LogState, cursor: EventCursor): void {
    if (resumeAt(state, cursor).hasGap) {
      Object.assign(cursor, endOfLog(state))
      this.#watchers.reset()
      return
    }
    for (const event of events) {
      this.#watchers.pass({ ...event, cursor: cursorAt(state, event.position) })
    }
    const position = events.at(-1)?.position ?? cursor.position
    Object.assign(cursor, { era: endOfLog(state).era, position })
  }
}
