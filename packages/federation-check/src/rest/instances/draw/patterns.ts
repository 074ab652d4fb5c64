// Strings that match a regular expression: some characters of each class, each branch, and each quantifier at its
// least and a little more.
import { charactersIn, matcherOf } from '../../../patterns/characters.ts'
import { readPattern, UnreadPattern, type Pattern } from '../../../patterns/syntax.ts'

/** The maximum number of samples of one pattern; more would show nothing new. */
const MAX_SAMPLES = 12

/** The maximum number of repetitions in a sample. */
const MAX_TIMES = 200

/** The maximum length of strings for a pattern. One that backtracks would take too long over longer strings. */
export const MAX_LENGTH_FOR_PATTERN = 16

/** Matching strings; none when the pattern uses something unsupported. */
export function samplesOf(pattern: string): string[] {
  const expression = new RegExp(pattern, 'u')
  return samplesIn(pattern).filter((sample) => expression.test(sample))
}

function samplesIn(pattern: string): string[] {
  try {
    return samples(readPattern(pattern))
  } catch (error) {
    if (error instanceof UnreadPattern) return []
    throw error
  }
}

function samples(pattern: Pattern): string[] {
  switch (pattern.kind) {
    case 'character':
      return few(charactersIn(pattern.source).concat(CHARACTERS).filter(matcherOf(pattern.source)))
    case 'start':
    case 'end':
      return ['']
    case 'sequence':
      return inSequence(pattern.parts.map(samples))
    case 'choice':
      return inTurn(pattern.parts.map(samples))
    default:
      return repeated(pattern)
  }
}

const CHARACTERS = Array.from('azAZ09_-. /@:+#%é')

const few = (all: readonly string[]) => [...new Set(all)].slice(0, MAX_SAMPLES)

/** Samples of a sequence: the first sample of each part, and then the others of one part at a time. */
function inSequence(parts: readonly string[][]): string[] {
  const usual = parts.map(([first = '']) => first)
  const varied = parts.flatMap((all, index) =>
    all.slice(1).map((sample) => usual.with(index, sample).join('')),
  )
  return few([usual.join(''), ...varied])
}

/** Samples of branches: the first of each branch before the others. */
function inTurn(branches: readonly string[][]): string[] {
  const longest = Math.max(...branches.map(({ length }) => length))
  const ranks = Array.from({ length: longest }, (_, rank) => rank)
  return few(ranks.flatMap((rank) => branches.flatMap((one) => one.slice(rank, rank + 1))))
}

function repeated({ part, least, most }: Extract<Pattern, { kind: 'repeat' }>): string[] {
  if (least > MAX_TIMES) throw new UnreadPattern()
  const [first = '', ...others] = samples(part)
  const counts = [least, least + 1, least + 5].filter((count) => count <= most)
  return few([
    ...counts.map((count) => first.repeat(count)),
    ...others.map((sample) => sample.repeat(Math.max(1, least))),
  ])
}
