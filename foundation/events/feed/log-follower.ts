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
  #place: Promise<EventCursor> | undefined

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
      this.#place = undefined
      return false
    }
    const place = await this.#follow()
    const events = await readEvents(this.#db, { after: place.position, limit: BATCH })
    this.#passOn(events, await readLogState(this.#db), place)
    return events.length === BATCH
  }

  /** The position of the watchers, which begin at the end of the log. */
  #follow(): Promise<EventCursor> {
    if (this.#place) return this.#place
    const place = this.#outsideRequests(() => readLogState(this.#db)).then(endOfLog)
    place.catch(() => {
      if (this.#place === place) this.#place = undefined
    })
    return (this.#place = place)
  }

  #passOn(events: readonly LoggedEvent[], state: LogState, place: EventCursor): void {
    if (resumeAt(state, place).hasGap) {
      Object.assign(place, endOfLog(state))
      this.#watchers.reset()
      return
    }
    for (const event of events) {
      this.#watchers.pass({ ...event, cursor: cursorAt(state, event.position) })
    }
    const position = events.at(-1)?.position ?? place.position
    Object.assign(place, { era: endOfLog(state).era, position })
  }
}
