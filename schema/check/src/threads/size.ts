// Which graphs are so large that threads of their own are worth their start.
import { availableParallelism } from 'node:os'
import type { Tree } from '../sources/tree.ts'

/** Loading the modules of a thread takes as long as composing this many characters of SDL. */
const MAX_CHARACTERS_HERE = 400_000

/** About what composing a character of SDL takes. */
const BYTES_OF_CHARACTER = 400

export function isLarge(characters: number): boolean {
  return characters > MAX_CHARACTERS_HERE
}

type Sides<T> = readonly [base: T, head: T]

/** Runs both at once where this computer has a second processor and memory for both, else in order. */
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

/** The characters of SDL of all its subgraphs. */
export function sizeOf({ subgraphs }: Tree): number {
  return subgraphs.flatMap(({ texts }) => texts).reduce((sum, { text }) => sum + text.length, 0)
}
