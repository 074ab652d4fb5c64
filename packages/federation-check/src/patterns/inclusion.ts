// Decides whether one pattern allows every string that another one allows.
import { automatonOf, type Automaton } from './automaton.ts'
import { matcherOf, rangesOf } from './characters.ts'
import { readPattern, UnreadPattern } from './syntax.ts'

/**
 * The maximum number of states for one comparison. Some patterns would need a number that is
 * exponential in their size.
 */
const MAX_STEPS = 300_000

/** The maximum for all comparisons of two documents, which takes one or two seconds. */
const MAX_ALL_STEPS = 3_000_000

/** The steps that count for a pattern that cannot be read. */
const UNREAD_STEPS = 1_000

/** Compares patterns of JSON Schema, which may match anywhere in a string. */
export class PatternComparison {
  #steps = 0

  readonly #known = new Map<string, boolean>()

  /** True where the second pattern allows whatever the first allows. False also where that cannot be shown. */
  isIncluded(one: string, other: string): boolean {
    // The empty pattern allows every string, also of patterns that cannot be read.
    if (one === other || other === '') return true
    const key = JSON.stringify([one, other])
    const known = this.#known.get(key) ?? this.#find(one, other)
    this.#known.set(key, known)
    return known
  }

  #find(one: string, other: string): boolean {
    if (this.#steps > MAX_ALL_STEPS) return false
    try {
      return this.#areIncluded([one, other].map((written) => automatonOf(readPattern(written))))
    } catch (error) {
      if (!(error instanceof UnreadPattern)) throw error
      this.#steps += UNREAD_STEPS
      return false
    }
  }

  /** Follows all strings in both automata at once, as long as the first may still accept them. */
  #areIncluded(both: readonly Automaton[]): boolean {
    const [one, other] = both.map((automaton) => new Reader(automaton)) as [Reader, Reader]
    const sources = [...new Set(both.flatMap(sourcesIn))]
    const characters = rangesOf(sources)
    const limit = this.#steps + MAX_STEPS
    const states = both.reduce((sum, { reads }) => sum + reads.length, 0)
    this.#steps += states + sources.length * characters.length
    if (this.#steps > limit) return false
    const letters = alphabetOf(sources, characters)
    const met = new Set<string>()
    const unread: [States, States, isStart: boolean][] = [[[0], [0], true]]
    for (let next = unread.pop(); next; next = unread.pop()) {
      const [some, others, isStart] = next
      if (one.accepts(some, isStart) && !other.accepts(others, isStart)) return false
      const [from, to] = [one.reached(some, isStart), other.reached(others, isStart)]
      this.#steps += (from.length + to.length) * letters.length
      if (this.#steps > limit) return false
      for (const letter of letters) {
        const pair = [one.read(from, letter), other.read(to, letter)] as const
        const key = pair.join(' ')
        if (pair[0].length === 0 || other.isDone(pair[1]) || met.has(key)) continue
        met.add(key)
        unread.push([...pair, false])
      }
    }
    return true
  }
}

/** The parts of the patterns that allow a character. */
type Letter = ReadonlySet<string>

const sourcesIn = ({ reads }: Automaton) => reads.flatMap((all) => all.map(([source]) => source))

/** Groups the characters that the same parts allow into one letter. */
function alphabetOf(sources: readonly string[], characters: readonly string[]): Letter[] {
  const matchers = sources.map((source) => [source, matcherOf(source)] as const)
  const groups = characters.map((one) =>
    matchers.flatMap(([source, allows]) => (allows(one) ? source : [])),
  )
  const different = new Map(groups.map((group) => [group.join('\n'), group]))
  return [...different.values()].map((group) => new Set(group))
}

/** The numbers of states, in ascending order. */
type States = readonly number[]

class Reader {
  readonly #automaton: Automaton
  readonly #live: ReadonlySet<number>

  constructor(automaton: Automaton) {
    this.#automaton = automaton
    this.#live = liveIn(automaton)
  }

  /** True when the string may end in one of these states. */
  accepts(states: States, isStart: boolean): boolean {
    return this.#closure(states, isStart, true).has(this.#automaton.last)
  }

  /** True when any continuation of the string is accepted. */
  isDone(states: States): boolean {
    return states.includes(this.#automaton.last)
  }

  /** The states, with those that are reached without a character. */
  reached(states: States, isStart: boolean): States {
    return [...this.#closure(states, isStart, false)]
  }

  read(states: States, letter: Letter): States {
    const { reads } = this.#automaton
    const next = states.flatMap((state) =>
      reads[state]!.flatMap(([source, to]) => (letter.has(source) ? to : [])),
    )
    return [...new Set(next)]
      .filter((state) => this.#live.has(state))
      .toSorted((one, other) => one - other)
  }

  #closure(states: States, isStart: boolean, isEnd: boolean): Set<number> {
    const found = new Set(states)
    for (const state of found) {
      for (const [to, only] of this.#automaton.jumps[state]!) {
        if (only === undefined || (only === 'start' ? isStart : isEnd)) found.add(to)
      }
    }
    return found
  }
}

/** The states after the start of the string from which the last one can be reached. */
function liveIn({ reads, jumps, last }: Automaton): Set<number> {
  const before = jumps.map((): number[] => [])
  for (const [state, all] of reads.entries()) {
    for (const [, to] of all) before[to]!.push(state)
    for (const [to, only] of jumps[state]!) if (only !== 'start') before[to]!.push(state)
  }
  const live = new Set([last])
  for (const state of live) for (const one of before[state]!) live.add(one)
  return live
}
