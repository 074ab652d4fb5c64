// The strength of a new password, as estimated by zxcvbn.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/**
 * The score for 10¹⁰ guesses. It accepts any three words, or a dozen random letters. The next lower score still accepts
 * a common password followed by a year and a symbol.
 */
const MIN_SCORE = 4
/** The maximum of characters that are checked. More would make no password weaker, but take time. */
const MAX_CHECKED_CHARACTERS = 64
/** How many spellings of letters as digits and symbols are tried. The default of 100 takes six times as long. */
const MAX_SUBSTITUTIONS = 20
/** Limits of each name, in characters and words: names are user input, and time grows with both. */
const MAX_NAME_CHARACTERS = 80
const MAX_WORDS = 20

const ADVICE = 'take several words that have nothing to do with each other'

/** Explanations for the library's warnings. */
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
 * Why a password is too easy to guess; undefined if it is not. `known` are words that an attacker will try:
 * names of the person and of the system.
 */
export async function weakness(
  password: string,
  known: readonly string[],
): Promise<string | undefined> {
  const estimator = await (loading ??= load())
  const { feedback, score } = estimator.check(password, known.flatMap(wordsOf))
  if (score >= MIN_SCORE) return undefined
  const why = WHY[feedback.warning ?? ''] ?? 'is made of too little'
  return `${why}, which is too easy to guess: ${ADVICE}`
}

/** A name and its words: `Ada Lovelace`, `Ada`, `Lovelace`. */
function wordsOf(whole: string): string[] {
  const name = whole.slice(0, MAX_NAME_CHARACTERS)
  const words = [name, ...name.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 1)
  return words.slice(0, MAX_WORDS)
}

/** The estimator, with about 14 MB of words, loaded when somebody first chooses a password. */
let loading: Promise<ZxcvbnFactory> | undefined

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
    maxLength: MAX_CHECKED_CHARACTERS,
  })
}
