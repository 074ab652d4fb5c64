// Patterns that take too long on some strings: JavaScript's regular expressions backtrack.
import { Undecided } from './undecided.ts'

/** Longer patterns are not read. */
const MAX_LENGTH = 1_000

/** Steps for one string. With each repeat, they grow with a higher power of its length. */
const MAX_STEPS = 2 ** 20

/** Refuses what may take exponential time, or a high power. Fails with `Undecided`. */
export function refuseSlowPatterns(patterns: ReadonlySet<string>, longestText: number): void {
  for (const pattern of patterns) {
    const reason = refusalOf(pattern, longestText)
    if (reason !== undefined) throw new Undecided(reason)
  }
}

function refusalOf(pattern: string, longestText: number): string | undefined {
  if (pattern.length > MAX_LENGTH) return 'a long pattern'
  try {
    RegExp(pattern, 'u')
  } catch {
    return 'a pattern that is no regular expression'
  }
  const plain = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gu, 'x')
  if (hasSlowGroup(plain)) return 'a pattern with nested repeats'
  const repeats = plain.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0
  return longestText ** repeats > MAX_STEPS ? 'a pattern with many repeats' : undefined
}

/** A repeated group that repeats something, or whose branches may match the same. */
function hasSlowGroup(plain: string): boolean {
  const opened: number[] = []
  for (const [index, char] of Array.from(plain).entries()) {
    if (char === '(') opened.push(index)
    if (char !== ')') continue
    const group = plain.slice(opened.pop(), index)
    const isRepeated = '*+{'.includes(plain[index + 1] ?? 'end')
    if (isRepeated && /[*+{|]/.test(group)) return true
  }
  return false
}
