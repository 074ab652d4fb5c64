// Strings that match a regular expression: the first and last character of each class, each branch,
// and each quantifier at its least and a little more. Lookarounds and back-references are beyond it.

/** More samples of one pattern show nothing new. */
const MAX_SAMPLES = 12

/** Longer samples are not drawn. */
const MAX_TIMES = 200

/** A pattern that backtracks would take too long over longer strings. */
export const MAX_LENGTH_FOR_PATTERN = 16

interface Cursor {
  source: string
  at: number
}

class Unsupported extends Error {}

/** Matching strings; none when the pattern uses what this file does not know. */
export function samplesOf(pattern: string): string[] {
  const expression = new RegExp(pattern, 'u')
  return samplesIn(pattern).filter((sample) => expression.test(sample))
}

function samplesIn(pattern: string): string[] {
  const cursor = { source: pattern, at: 0 }
  try {
    const samples = branches(cursor)
    return cursor.at < pattern.length ? [] : samples
  } catch (error) {
    if (error instanceof Unsupported) return []
    throw error
  }
}

function branches(cursor: Cursor): string[] {
  const all = [sequence(cursor)]
  while (cursor.source[cursor.at] === '|') {
    cursor.at += 1
    all.push(sequence(cursor))
  }
  // The first sample of each branch before the others.
  const longest = Math.max(...all.map(({ length }) => length))
  const ranks = Array.from({ length: longest }, (_, rank) => rank)
  return few(ranks.flatMap((rank) => all.flatMap((one) => one.slice(rank, rank + 1))))
}

function sequence(cursor: Cursor): string[] {
  const parts: string[][] = []
  while (cursor.at < cursor.source.length && !'|)'.includes(cursor.source[cursor.at]!)) {
    parts.push(quantified(cursor, atom(cursor)))
  }
  const usual = parts.map(([first = '']) => first)
  const varied = parts.flatMap((samples, index) =>
    samples.slice(1).map((sample) => usual.with(index, sample).join('')),
  )
  return few([usual.join(''), ...varied])
}

const few = (samples: readonly string[]) => [...new Set(samples)].slice(0, MAX_SAMPLES)

function quantified(cursor: Cursor, samples: string[]): string[] {
  const found = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(cursor.source.slice(cursor.at))
  if (!found) return samples
  cursor.at += found[0].length
  const [least, most] = timesOf(found)
  if (least > MAX_TIMES) throw new Unsupported()
  const counts = [least, least + 1, least + 5].filter((count) => count <= most)
  const longer = counts.map((count) => (samples[0] ?? '').repeat(count))
  const others = samples.slice(1).map((sample) => sample.repeat(Math.max(1, least)))
  return few([...longer, ...others])
}

function timesOf([text, least, more, most]: RegExpExecArray): [number, number] {
  if (text.startsWith('{')) {
    const from = Number(least)
    return [from, more === undefined ? from : most ? Number(most) : Infinity]
  }
  return [text.startsWith('+') ? 1 : 0, text.startsWith('?') ? 1 : Infinity]
}

function atom(cursor: Cursor): string[] {
  const char = cursor.source[cursor.at]!
  cursor.at += 1
  if (char === '^' || char === '$') return ['']
  if (char === '.') return ['a', '.', ' ']
  if (char === '(') return group(cursor)
  if (char === '[') return classOf(cursor)
  if (char === '\\') return escaped(cursor)
  return [char]
}

function group(cursor: Cursor): string[] {
  const prefix = /^\?(?::|<\w+>)/.exec(cursor.source.slice(cursor.at))
  if (!prefix && cursor.source[cursor.at] === '?') throw new Unsupported()
  cursor.at += prefix?.[0].length ?? 0
  const samples = branches(cursor)
  cursor.at += 1
  return samples
}

const ESCAPES: Readonly<Record<string, string[]>> = {
  d: ['0', '9'],
  w: ['a', '0', '_', 'Z'],
  s: [' '],
  S: ['a', '.'],
  D: ['a', '.'],
  W: ['-', ' '],
  n: ['\n'],
  t: ['\t'],
  r: ['\r'],
}

function escaped(cursor: Cursor): string[] {
  const char = cursor.source[cursor.at]!
  cursor.at += 1
  const known = ESCAPES[char]
  if (known) return known
  if (/\w/.test(char)) throw new Unsupported()
  return [char]
}

const CHARACTERS = Array.from('azAZ09_-. /@:+#%é')

/** The ends of each range, and some other characters that the class allows. */
function classOf(cursor: Cursor): string[] {
  const text = /^(?:\\.|[^\]\\])*\]/.exec(cursor.source.slice(cursor.at))?.[0]
  if (text === undefined) throw new Unsupported()
  cursor.at += text.length
  const expression = new RegExp(`^[${text}$`, 'u')
  const all = Array.from(text.slice(0, -1)).concat(CHARACTERS)
  return few(all.filter((char) => expression.test(char)))
}
