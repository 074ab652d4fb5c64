// Decides which graphs are so large that a thread is worth its start.
import { availableParallelism } from 'node:os'
import type { Tree } from '../sources/tree.ts'

/** Below this size, composing is faster than loading the modules of a thread, in characters of SDL. */
const MAX_CHARACTERS_HERE = 400_000

/** The approximate memory for composing a character of SDL. */
const BYTES_OF_CHARACTER = 400

export function isLarge(characters: number): boolean {
  return characters > MAX_CHARACTERS_HERE
}

type Sides<T> = readonly [base: T, head: T]

/** Runs both tasks at once if there is a second processor and memory for both; otherwise one after the other. */
export async function runBoth<Base, Head>(
  [before, after]: Sides<number>,
  runHead: () => Promise<Head>,
  runBase: () => Promise<Base>,
): Promise<[Base, Head]> {
  const bytes = (before + after) * BYTES_OF_CHARACTER
  const isWide = availableParallelism() > 1 && process.availableMemory() > bytes
  const head = runHead()
  if (!isWide) await head
  return Promise.all([runBase(), head])
}

/** The size of the SDL of all subgraphs, in characters. */
export function sizeOf({ subgraphs }: Tree): number {
  return subgraphs.flatMap(({ texts }) => texts).reduce((sum, { text }) => sum + text.length, 0)
}
