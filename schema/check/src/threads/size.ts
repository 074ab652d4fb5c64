// Which graphs are so large that threads of their own are worth their start.
import { availableParallelism } from 'node:os'
import type { Tree } from '../sources/tree.ts'

/** Loading the modules of a thread takes as long as composing this many characters of SDL. */
const MAX_CHARACTERS_HERE = 400_000

/** Composing a character of SDL takes at most about this much memory. */
const BYTES_OF_CHARACTER = 400

export function isLarge(characters: number): boolean {
  return characters > MAX_CHARACTERS_HERE
}

/** True when this computer can compose two graphs at once: a second processor, and memory for both. */
export function fitTogether(one: number, other: number): boolean {
  const bytes = (one + other) * BYTES_OF_CHARACTER
  return availableParallelism() > 1 && process.availableMemory() > bytes
}

/** The characters of SDL of all its subgraphs. */
export function sizeOf({ subgraphs }: Tree): number {
  return subgraphs.flatMap(({ texts }) => texts).reduce((sum, { text }) => sum + text.length, 0)
}
