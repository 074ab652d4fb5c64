// Parsers of the values of settings: texts, lists, numbers, flags and URLs. An error names the variable and the allowed values.
import { isProduction, SettingError, type ValueParser } from '#foundation/settings/setting.ts'

export const text: ValueParser<string | undefined> = { read: (_name, value) => value }

export function textOr(fallback: string): ValueParser<string> {
  return { shown: `\`${fallback}\``, read: (_name, value) => value ?? fallback }
}

/** The items of a comma-separated list. */
export const list: ValueParser<string[] | undefined> = {
  read: (_name, value) =>
    value
      ?.split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
}

/** A whole number. The default `Infinity` is none. */
export function integer(min: number, max: number, fallback: number): ValueParser<number> {
  const bounds = [min, max].map((bound) => String(bound).replace(/\B(?=(\d{3})+$)/g, ','))
  return {
    shown: `${fallback === Infinity ? 'none' : `\`${fallback}\``}, ${bounds.join(' to ')}`,
    read: (name, value) => (value === undefined ? fallback : wholeNumber(name, value, min, max)),
  }
}

/** A number of seconds, whose value is in milliseconds. */
export function seconds(min: number, max: number, fallback: number): ValueParser<number> {
  const { shown, read } = integer(min, max, fallback)
  return { shown, read: (...given) => 1_000 * read(...given) }
}

export const optionalPort: ValueParser<number | undefined> = {
  read: (name, value) => (value === undefined ? undefined : readPort(name, value)),
}

export function portOr(fallback: number): ValueParser<number> {
  return {
    shown: `\`${fallback}\``,
    read: (...given) => optionalPort.read(...given) ?? fallback,
  }
}

/** The port that a variable or an option of a command names. @throws SettingError for anything else */
export function readPort(name: string, value: string): number {
  return wholeNumber(name, value, 1, 65_535)
}

function wholeNumber(name: string, value: string, min: number, max: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new SettingError(`${name} is "${value}", but must be a number from ${min} to ${max}.`)
}

export const flag: ValueParser<boolean | undefined> = {
  read: (name, value) =>
    value === undefined ? undefined : choice(name, value, ['0', '1']) === '1',
}

/** A flag that is on, except in production. */
export const developmentFlag: ValueParser<boolean> = {
  shown: '`1`; `0` in production',
  read: (name, value, env) => flag.read(name, value, env) ?? !isProduction(env),
}

export function oneOf<Value extends string>(
  allowed: readonly Value[],
  fallback: Value,
): ValueParser<Value> {
  return {
    shown: `\`${fallback}\``,
    read: (name, value) => choice(name, value ?? fallback, allowed),
  }
}

function choice<Value extends string>(
  name: string,
  value: string,
  allowed: readonly Value[],
): Value {
  const known = allowed.find((one) => one === value)
  if (known !== undefined) return known
  throw new SettingError(`${name} is "${value}", but must be one of ${allowed.join(', ')}.`)
}

/** @param starts the beginnings that a URL may have, such as `https://` */
export function url(starts: readonly string[]): ValueParser<string | undefined> {
  return {
    read(name, value) {
      if (value === undefined) return undefined
      const parsed = URL.parse(value)
      if (parsed && starts.some((start) => parsed.href.startsWith(start))) return value
      // The value may contain a password, so the message does not repeat it.
      throw new SettingError(`${name} must be a URL that starts with ${starts.join(' or ')}.`)
    },
  }
}

const HTTP = url(['http://', 'https://'])

/** An http or https URL in the spelling of browsers, without a trailing slash. */
export const httpUrl: ValueParser<string | undefined> = {
  read(...given) {
    const value = HTTP.read(...given)
    return value && new URL(value).href.replace(/\/+$/, '')
  },
}
