// Lets a service wait for events that concern one person.
import type { EventFeed } from '#foundation/events/event-feed.ts'
import { cursorAt } from '#foundation/events/event-log.ts'
import type { EventPage } from '#foundation/events/event-page.ts'

/** True if more events follow a page, now or within this time. Does not wait if the page has events of people. */
export async function isFollowed(
  feed: EventFeed,
  { events, hasMore, gap, next }: EventPage,
  withinMs: number,
): Promise<boolean> {
  if (hasMore || gap || events.some(({ owner }) => owner !== null)) return hasMore
  // Watches before the log is read, so that nothing is lost in between.
  using watch = watchForOwned(feed)
  const state = await feed.state()
  if (cursorAt(state, state.lastPosition) !== next) return true
  return await watch.within(withinMs)
}

interface OwnedEventWatch extends Disposable {
  /** Resolves to true with the event, and to false after the time or when the feed stops. */
  within(ms: number): Promise<boolean>
}

function watchForOwned(feed: EventFeed): OwnedEventWatch {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const end = () => resolve(false)
  const unwatch = feed.watchAll((item) => {
    if (item === 'reset' || item.audience === 'owner') resolve(true)
  })
  if (feed.stopping.aborted) end()
  feed.stopping.addEventListener('abort', end)
  let timer: NodeJS.Timeout | undefined
  return {
    within(ms) {
      timer = setTimeout(end, ms).unref()
      return promise
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      unwatch()
      feed.stopping.removeEventListener('abort', end)
    },
  }
}
