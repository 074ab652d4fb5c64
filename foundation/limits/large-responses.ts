// Limits how many large answers one process holds, and how many of them it builds at a time; others wait.
import type { ServerResponse } from 'node:http'

interface Places {
  /** How many there are. */
  all: number
  /** Of which one caller may hold so many, or one who never leaves would keep everybody out. */
  ofOne: number
}

/** Large answers that are built or wait for their readers. */
const ROOM: Places = { all: 6, ofOne: 2 }
/** Those of them that are being built: two at a time kept others waiting more than twice as long. */
const TURNS: Places = { all: 1, ofOne: 1 }
/** Between two turns, so that whoever else has waited is answered first. */
const PAUSE_MS = 20
/** How long one waits for room and turn together. */
const WAIT_MS = 3_000
/** How many may wait: each has loaded something already. */
const WAITING_LIMIT = 64

interface Waiting {
  holder: string
  enter: () => void
}

/** Places that are held until they are left; whoever came first is first, up to the share of one. */
class Queue {
  readonly #places: Places
  readonly #holders = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  #taken = 0

  constructor(places: Places) {
    this.#places = places
  }

  /** Gives what leaves the place; undefined where there was none for so long, or `res` was closed. */
  enter(holder: string, res: ServerResponse, waitMs: number): Promise<(() => void) | undefined> {
    if (res.closed) return Promise.resolve(undefined)
    if (this.#isRoomFor(holder)) return Promise.resolve(this.#take(holder))
    if (this.#waiting.size >= WAITING_LIMIT) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const end = (leave?: () => void) => {
        clearTimeout(timer)
        res.off('close', giveUp)
        this.#waiting.delete(entry)
        resolve(leave)
      }
      const giveUp = () => end()
      const entry: Waiting = { holder, enter: () => end(this.#take(holder)) }
      const timer = setTimeout(giveUp, waitMs)
      res.once('close', giveUp)
      this.#waiting.add(entry)
    })
  }

  #isRoomFor(holder: string): boolean {
    return this.#taken < this.#places.all && (this.#holders.get(holder) ?? 0) < this.#places.ofOne
  }

  #take(holder: string): () => void {
    this.#taken += 1
    this.#holders.set(holder, (this.#holders.get(holder) ?? 0) + 1)
    let left = false
    return () => {
      if (!left) this.#leave(holder)
      left = true
    }
  }

  #leave(holder: string): void {
    this.#taken -= 1
    const left = this.#holders.get(holder)! - 1
    if (left === 0) this.#holders.delete(holder)
    else this.#holders.set(holder, left)
    for (const next of this.#waiting) if (this.#isRoomFor(next.holder)) next.enter()
  }
}

export interface AnswerRoom {
  /**
   * Takes room for a large answer until `res` has been sent or cut, and a turn to build it. Gives what
   * ends the turn, which is called once it is built; undefined where there was no room.
   */
  take(holder: string, res: ServerResponse): Promise<(() => void) | undefined>
}

/** The room of one process. */
export function createAnswerRoom(): AnswerRoom {
  const room = new Queue(ROOM)
  const turns = new Queue(TURNS)
  return {
    async take(holder, res) {
      const began = performance.now()
      const leave = await room.enter(holder, res, WAIT_MS)
      if (!leave) return undefined
      // Who waited may be gone by now, and 'close' does not come again.
      if (res.closed) {
        leave()
        return undefined
      }
      res.once('close', leave)
      const next = await turns.enter(holder, res, began + WAIT_MS - performance.now())
      if (!next) return undefined
      const endTurn = () => void setTimeout(next, PAUSE_MS).unref()
      if (res.closed) {
        endTurn()
        return undefined
      }
      res.once('close', endTurn)
      return endTurn
    },
  }
}
