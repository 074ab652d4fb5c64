// An automaton with the states of a pattern while it reads a string (Thompson's construction).
import { UnreadPattern, type Pattern } from './syntax.ts'

/** The maximum number of states. `x{1000}` has a thousand. */
const MAX_STATES = 5_000

/** The states of a pattern, as numbers. The first state is 0. */
export interface Automaton {
  /** The next states after reading a character, and without reading one. */
  reads: [source: string, to: number][][]
  jumps: [to: number, only?: 'start' | 'end'][][]
  last: number
}

const ANY = '[^]'

/**
 * Builds the automaton. JSON Schema looks for a pattern anywhere in the string.
 * @throws UnreadPattern for a pattern that is too large
 */
export function automatonOf(pattern: Pattern): Automaton {
  const automaton: Automaton = { reads: [[[ANY, 0]]], jumps: [[]], last: 0 }
  const last = add(automaton, pattern, 0)
  automaton.reads[last]!.push([ANY, last])
  return { ...automaton, last }
}

/** Adds the pattern after a state. Returns the state at its end. */
function add(automaton: Automaton, pattern: Pattern, from: number): number {
  const { reads, jumps } = automaton
  switch (pattern.kind) {
    case 'character': {
      const to = newState(automaton)
      reads[from]!.push([pattern.source, to])
      return to
    }
    case 'start':
    case 'end': {
      const to = newState(automaton)
      jumps[from]!.push([to, pattern.kind])
      return to
    }
    case 'sequence':
      return pattern.parts.reduce((at, part) => add(automaton, part, at), from)
    case 'choice': {
      const to = newState(automaton)
      for (const part of pattern.parts) jumps[add(automaton, part, from)]!.push([to])
      return to
    }
    default:
      return addRepeat(automaton, pattern, from)
  }
}

function addRepeat(
  automaton: Automaton,
  { part, least, most }: Extract<Pattern, { kind: 'repeat' }>,
  from: number,
): number {
  const { jumps } = automaton
  let at = from
  for (let count = 0; count < least; count += 1) at = add(automaton, part, at)
  const to = newState(automaton)
  jumps[at]!.push([to])
  if (most === Infinity) {
    jumps[add(automaton, part, to)]!.push([to])
    return to
  }
  for (let count = least; count < most; count += 1) {
    at = add(automaton, part, at)
    jumps[at]!.push([to])
  }
  return to
}

function newState({ reads, jumps }: Automaton): number {
  if (reads.length >= MAX_STATES) throw new UnreadPattern()
  jumps.push([])
  return reads.push([]) - 1
}
