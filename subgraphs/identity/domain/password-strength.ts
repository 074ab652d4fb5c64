// How hard a new password is to guess, as zxcvbn estimates it.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/**
 * 10¹⁰ guesses. A score less still takes a common password with a year and a sign behind it; this one
 * takes any three words in a row, or a dozen random letters.
 */
const LEAST_SCORE = 4
/** What stands after these characters makes no password weaker, and time grows with all of them. */
const MOST_LOOKED_AT = 64
/** Spellings of letters as digits and signs that are tried: 100 by default, for six times the time. */
const MOST_SUBSTITUTIONS = 20
/** Of each name, in characters and in words: they come as they were typed, and time grows with both. */
const MOST_OF_NAME = 80
const MOST_WORDS = 20

const ADVICE = 'take several words that have nothing to do with each other'

/** By the warnings of the library: why a password is easy to guess. */
const WHY: Readonly<Record<string, string>> = {
  common: 'is a common password',
  dates: 'is made of a date',
  extendedRepeat: 'repeats itself',
  keyPattern: 'follows the keys of a keyboard',
  recentYears: 'is made of a year',
  sequences: 'follows a sequence, such as abc or 123',
  similarToCommon: 'is much like a common password',
  simpleRepeat: 'repeats itself',
  straightRow: 'follows the keys of a keyboard',
  topHundred: 'is a common password',
  topTen: 'is a common password',
  userInputs: 'is made of names that are easy to find out',
}

/**
 * Why a password is too easy to guess; undefined when it is not. `known` are words that whoever
 * guesses will try: the person's own names, and those of the system.
 */
export async function weakness(
  password: string,
  known: readonly string[],
): Promise<string | undefined> {
  const estimator = await (loading ??= load())
  const { feedback, score } = estimator.check(password, known.flatMap(wordsOf))
  if (score >= LEAST_SCORE) return undefined
  const why = WHY[feedback.warning ?? ''] ?? 'is made of too little'
  return `${why}, which is too easy to guess: ${ADVICE}`
}

/** A name, and each word of it: `Ada Lovelace`, `Ada`, `Lovelace`. */
function wordsOf(whole: string): string[] {
  const name = whole.slice(0, MOST_OF_NAME)
  const words = [name, ...name.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 1)
  return words.slice(0, MOST_WORDS)
}

/** Some 14 MB of words, needed where somebody chooses a password. */
let loading: Promise<ZxcvbnFactory> | undefined

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: MOST_SUBSTITUTIONS,
    maxLength: MOST_LOOKED_AT,
  })
}
