// JSON whose numbers keep all their digits. JavaScript's numbers are doubles: they change 9007199254740993.

/** A number of a JSON text that no double represents, for example 9007199254740993 or 1e400. */
export class ExactNumber {
  /** The number as written in the text. */
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** The digits of the text, which `JSON.stringify` writes. */
  toJSON(): unknown {
    return json.rawJSON(this.source)
  }
}

/** ECMAScript's JSON.parse source text access, which TypeScript does not declare yet. */
const json = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** True for a JSON object: neither a list nor a number. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !(value instanceof ExactNumber)
}

/**
 * Parses like `JSON.parse`, but with an `ExactNumber` for each number that a double would change. Only a text with such
 * a number takes the slower parser. @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  return hasInexactNumber(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
}

/** A reviver for `JSON.parse` that keeps the digits of numbers that a double would change. */
export function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined || isDouble(source)) return value
  return new ExactNumber(source)
}

/** A copy of a JSON value with doubles, as `JSON.parse` makes them, for code that does not know `ExactNumber`. */
export function withDoubles<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** Longer numbers are kept as `ExactNumber`: comparing them would take longer than writing them. */
const MAX_COMPARED = 64

/** True if a number in JSON has the same value as the double that it is parsed into. -0 counts as 0. */
export function isDouble(source: string): boolean {
  const text = String(Number(source))
  if (text === source) return true
  return source.length <= MAX_COMPARED && decimalOf(text) === decimalOf(source)
}

/** The digits and exponent of a number without its sign, in one form: 1.50 and 15e-1 are `15e-1`. */
function decimalOf(source: string): string {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(source)
  const [, whole = '', fraction = '', exponent = '0'] = parts ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return ''
  const shift = digits.length - significant.length - fraction.length
  return `${significant}e${Number(exponent) + shift}`
}

/** Any decimal with up to 15 digits is a double, unless its exponent is large. */
const DIGITS = 16
const LARGE_EXPONENT = /\d[eE][-+]?\d{3,}[,\]}\s]/

/** False only if a double represents every number of an object or a list. Digits in strings may make it true. */
function hasInexactNumber(text: string): boolean {
  return LARGE_EXPONENT.test(text) || hasLongInexactNumber(text)
}

/** Reads every 16th character, and near digits two more, which takes a tenth of the time of parsing. */
function hasLongInexactNumber(text: string): boolean {
  for (let at = DIGITS - 1; at < text.length; at += DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue
    if (!isDigit(text.charCodeAt(at - 8)) && !isDigit(text.charCodeAt(at + 8))) continue
    let from = at
    while (isDigit(text.charCodeAt(from - 1))) from -= 1
    while (isDigit(text.charCodeAt(at))) at += 1
    if (at - from < DIGITS || text[from - 1] === '"') continue
    if (isExponent(text.charCodeAt(at)) || !isDouble(text.slice(from, at))) return true
  }
  return false
}

/** True for a digit or the decimal point. */
function isDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46
}

function isExponent(code: number): boolean {
  return code === 69 || code === 101
}
