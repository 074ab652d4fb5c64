// Patterns that take too long on some strings: JavaScript's regular expressions backtrack.
import { Undecided } from './undecided.ts'

/** The maximum length of a pattern. */
const MAX_LENGTH = 1_000

/**
 * The maximum number of steps for one string. With each repeat, they grow with a higher power of
 * its length, and each option doubles them.
 */
const MAX_STEPS = 2 ** 20

/** Refuses patterns that may take exponential time, or a high power. Fails with `Undecided`. */
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
  const plain = plainOf(pattern)
  if (hasSlowGroup(plain)) return 'a pattern with nested repeats'
  const repeats = plain.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0
  const steps = longestText ** repeats * choicesIn(plain)
  return steps > MAX_STEPS ? 'a pattern with many repeats or options' : undefined
}

/**
 * Simplifies a pattern: each escape and class becomes a character, each group has only parentheses,
 * and no quantifier is lazy.
 */
function plainOf(pattern: string): string {
  return pattern
    .replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gu, 'x')
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/gu, '(')
    .replaceAll(/([*+?}])\?/gu, '$1')
}

/** True for a repeated group that itself repeats something, or may match the same text in several ways. */
function hasSlowGroup(plain: string): boolean {
  const opened: number[] = []
  for (const [index, char] of Array.from(plain).entries()) {
    if (char === '(') opened.push(index)
    if (char !== ')') continue
    const group = plain.slice(opened.pop(), index)
    const isRepeated = '*+{'.includes(plain[index + 1] ?? 'end')
    if (isRepeated && /[*+{|?]/.test(group)) return true
  }
  return false
}

/** The number of ways in which options and branches combine. */
function choicesIn(plain: string): number {
  const open = [1]
  let choices = 1
  for (const char of plain) {
    if (char === '?') choices *= 2
    if (char === '|') open[open.length - 1]! += 1
    if (char === '(') open.push(1)
    if (char === ')') choices *= open.pop() ?? 1
  }
  return open.reduce((product, branches) => product * branches, choices)
}
