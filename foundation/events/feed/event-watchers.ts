// The listeners of an event log in this process.
import type { LoggedEvent } from '#foundation/events/tables.ts'

/** An event as watchers get it. */
export interface WatchedEvent extends LoggedEvent {
  /** The cursor with which a reader continues after this event. */
  cursor: string
}

/** An event, or `reset` when events may be missing, so that the watcher reads anew. */
export type FeedItem = WatchedEvent | 'reset'

export type FeedListener = (item: FeedItem) => void

export type EventWatchers = ReturnType<typeof createWatchers>

/** @param onFailure called when a listener throws, which does not affect the others */
export function createWatchers(onFailure: (error: unknown) => void) {
  const all = new Set<FeedListener>()
  const byId = new Map<string, Set<FeedListener>>()
  const call = (listeners: Iterable<FeedListener>, item: FeedItem) => {
    for (const listener of listeners) {
      try {
        listener(item)
      } catch (error) {
        onFailure(error)
      }
    }
  }
  return {
    isEmpty: () => all.size === 0 && byId.size === 0,
    count: () => new Set([all, ...byId.values()].flatMap((listeners) => [...listeners])).size,
    /** Calls the listener with every event, until the returned function is called. */
    addToAll(listener: FeedListener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
    /** Calls the listener with events about these ids, or for these people, until the returned function is called. */
    add(ids: readonly string[], listener: FeedListener) {
      for (const id of ids) byId.getOrInsertComputed(id, () => new Set()).add(listener)
      return () => {
        for (const id of ids) {
          const listeners = byId.get(id)
          listeners?.delete(listener)
          if (listeners?.size === 0) byId.delete(id)
        }
      }
    },
    pass(event: WatchedEvent) {
      const found = new Set(all)
      const owner = event.audience === 'owner' ? event.audienceId : null
      for (const id of [event.subjectId, ...event.related, ...(owner === null ? [] : [owner])]) {
        for (const listener of byId.get(id) ?? []) found.add(listener)
      }
      call(found, event)
    },
    reset() {
      const found = new Set(all)
      for (const listeners of byId.values()) for (const one of listeners) found.add(one)
      call(found, 'reset')
    },
  }
}
