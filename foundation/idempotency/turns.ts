// One after the other: requests with one key in this process, without a connection while they wait.

/** Runs work under names; of the same name, one at a time and in order. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name)
    const turn = before ? before.then(work, work) : work()
    last.set(name, turn)
    try {
      return await turn
    } finally {
      if (last.get(name) === turn) last.delete(name)
    }
  }
}
