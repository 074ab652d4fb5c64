// The characters that one part of a pattern allows: a character, an escape, a class or a dot.

const MAX_CODE_POINT = 0x10ffff

/** Returns a function that tells whether the part allows a character. */
export function matcherOf(source: string): (character: string) => boolean {
  const expression = RegExp(`^${source}$`, 'u')
  return (character) => expression.test(character)
}

const TOKEN = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|c([a-z])|p\{[^}]*\}|[^])|([^])/giu

/** The characters that the part mentions, literally or by number. */
export function charactersIn(source: string): string[] {
  return [...source.matchAll(TOKEN)].flatMap(([, long, four, two, control, itself]) => {
    const number = long ?? four ?? two
    if (number !== undefined) return String.fromCodePoint(Number.parseInt(number, 16))
    if (control !== undefined) return String.fromCodePoint(control.codePointAt(0)! % 32)
    return itself ?? []
  })
}

/** The first character of each range in which all characters match the same parts. */
export function rangesOf(sources: readonly string[]): string[] {
  const written = sources.flatMap(charactersIn).concat(OF_ESCAPES)
  const codes = written.map((character) => character.codePointAt(0)!)
  const properties = sources.flatMap((source) => source.match(/\\p\{[^}]*\}/giu) ?? [])
  const starts = new Set([
    0,
    ...codes.flatMap((code) => [code, code + 1]),
    ...properties.flatMap(startsOf),
  ])
  return [...starts]
    .filter((code) => code <= MAX_CODE_POINT)
    .map((code) => String.fromCodePoint(code))
}

/**
 * The first and last characters of `\d`, `\w`, `\s` and the dot, and the characters that are
 * written as `\t` and so on.
 */
const OF_ESCAPES = Array.from(
  '\0\b\t\n\v\f\r 09AZ_az\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
)

const startsOfProperties = new Map<string, readonly number[]>()

/** The characters at which a property of Unicode, such as `\p{L}`, begins and ends. */
function startsOf(property: string): readonly number[] {
  const known = startsOfProperties.get(property)
  if (known) return known
  const allows = matcherOf(property)
  const starts: number[] = []
  let before = false
  for (let code = 0; code <= MAX_CODE_POINT; code += 1) {
    const now = allows(String.fromCodePoint(code))
    if (now !== before) starts.push(code)
    before = now
  }
  startsOfProperties.set(property, starts)
  return starts
}
