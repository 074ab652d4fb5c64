// Many requests, a few at a time: of a hundred at once, a slow machine refuses some, because they wait for a connection
// of the database longer than they may.

const AT_ONCE = 20

/** Sends `count` requests in rounds of twenty. */
export async function inRounds<T>(
  count: number,
  send: (index: number) => Promise<T>,
): Promise<T[]> {
  const responses: T[] = []
  while (responses.length < count) {
    const length = Math.min(AT_ONCE, count - responses.length)
    const round = Array.from({ length }, (_, index) => send(responses.length + index))
    responses.push(...(await Promise.all(round)))
  }
  return responses
}
