// Enforces @constraint: the issues of a value that violates it, and the sentence that describes it.
import {
  nameIssues,
  numberIssues,
  textIssues,
  titleIssues,
  visibleTextIssues,
} from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'

/** The arguments of @constraint. Characters are code points. */
export interface Constraint {
  minLength?: number
  maxLength?: number
  pattern?: string
  min?: number
  max?: number
  maxItems?: number
}

/** The pattern of a string that people read: it contains a visible character. */
export const VISIBLE = String.raw`\S`

/** Patterns with wording: the reason for a value that violates one, and its description. */
const PATTERNS: readonly { form: RegExp; reason: Words; sentence: Words }[] = [
  {
    form: /^\^\[a-z\]\[a-z0-9_\]\{0,(\d+)\}\$$/,
    reason: (max) => `must begin with a-z and hold at most ${max + 1} of a-z, 0-9 and _`,
    sentence: (max) => `Begins with a-z and holds at most ${max + 1} of a-z, 0-9 and _.`,
  },
  {
    form: /^\^\[a-z0-9_\]\{(\d+),(\d+)\}\$$/,
    reason: (min, max) => `must be ${min} to ${max} of a-z, 0-9 and _`,
    sentence: (min, max) => `${min} to ${max} of a-z, 0-9 and _.`,
  },
  {
    form: /^\^0x\[0-9a-fA-F\]\{(\d+)\}\$$/,
    reason: (digits) => `must be 0x and ${digits} hexadecimal digits`,
    sentence: (digits) => `\`0x\` and ${digits} hexadecimal digits.`,
  },
]

type Words = (...numbers: number[]) => string

/** The issues of one value; empty for a valid one. */
export type ConstraintCheck = (field: string, value: unknown) => Issue[]

/**
 * Compiles the check of a constraint. A value of another type has no issues here: GraphQL, or the
 * schema of content files, has rejected it.
 * @throws for a combination or pattern without wording
 */
export function constraintCheck(constraint: Constraint): ConstraintCheck {
  const { maxItems, maxLength, minLength, pattern } = constraint
  if (describeConstraint(constraint) === undefined || (minLength ?? 1) !== 1) {
    throw new Error(`@constraint ${JSON.stringify(constraint)} is not enforced.`)
  }
  if (maxItems !== undefined) return itemsCheck(maxItems)
  if (constraint.min !== undefined) return numberCheck(constraint.min, constraint.max!)
  if (maxLength === undefined) return patternCheck(pattern!)
  if (minLength === undefined) return shortTextCheck(maxLength)
  const issuesOf = pattern === undefined ? textIssues : visibleTextIssues
  return ofText((field, text) => issuesOf(field, text, maxLength))
}

function itemsCheck(max: number): ConstraintCheck {
  return (field, value) =>
    Array.isArray(value) && value.length > max
      ? [{ field, reason: `must hold at most ${max}` }]
      : []
}

function numberCheck(min: number, max: number): ConstraintCheck {
  return (field, value) => (typeof value === 'number' ? numberIssues(field, value, min, max) : [])
}

function patternCheck(pattern: string): ConstraintCheck {
  const expression = new RegExp(pattern)
  const { reason } = patternWords(pattern)!
  return ofText((field, text) => (expression.test(text) ? [] : [{ field, reason }]))
}

function shortTextCheck(max: number): ConstraintCheck {
  const reason = `must have at most ${max} characters`
  return ofText((field, text) => (Array.from(text).length > max ? [{ field, reason }] : []))
}

function ofText(issuesOf: (field: string, text: string) => Issue[]): ConstraintCheck {
  return (field, value) => (typeof value === 'string' ? issuesOf(field, value) : [])
}

function patternWords(pattern: string): { reason: string; sentence: string } | undefined {
  for (const { form, reason, sentence } of PATTERNS) {
    const numbers = form.exec(pattern)?.slice(1).map(Number)
    if (numbers) return { reason: reason(...numbers), sentence: sentence(...numbers) }
  }
  return undefined
}

/** One formatter for all constraints: `toLocaleString` would create one for each number. */
const NUMBERS = new Intl.NumberFormat('en-US')

/** The sentence to append to a description; undefined without wording. */
export function describeConstraint(constraint: Constraint): string | undefined {
  const { max, maxItems, maxLength, min, minLength, pattern } = constraint
  const n = (value = 0) => NUMBERS.format(value)
  const visible = pattern === VISIBLE ? ', not only blanks' : ''
  const texts: Readonly<Record<string, string | undefined>> = {
    'max min': `${n(min)} to ${n(max)}.`,
    maxItems: `At most ${n(maxItems)}.`,
    maxLength: `At most ${n(maxLength)} characters.`,
    'maxLength minLength': `${n(minLength)} to ${n(maxLength)} characters.`,
    'maxLength minLength pattern':
      visible && `${n(minLength)} to ${n(maxLength)} characters${visible}.`,
    pattern: patternWords(pattern ?? '')?.sentence,
  }
  return texts[Object.keys(constraint).toSorted().join(' ')] || undefined
}

/** A constraint as JSON Schema, whose lengths are code points, too. */
export function constraintSchema(constraint: Constraint): Record<string, number | string> {
  const keywords = { min: 'minimum', max: 'maximum' } as const
  return Object.fromEntries(
    Object.entries(constraint).map(([name, value]) => [
      name === 'min' || name === 'max' ? keywords[name] : name,
      value,
    ]),
  )
}

/** A sent value, its place, and its constraint issues. */
interface Sent<Value, C = unknown, Holder = unknown> {
  field: string
  value: Value
  constraint: Constraint
  /** The issues found by its constraint. */
  issues: Issue[]
  /** The input that contains the value. */
  holder: Holder
  /** The context of the request; undefined for content files. */
  ctx: C
}

/** A subgraph's own rule for an input field: returns all issues of a value. */
export type Rule<Value, C = unknown, Holder = unknown> = (sent: Sent<Value, C, Holder>) => Issue[]

/** The rule for titles (`titleIssues`). */
export const titleRule: Rule<unknown> = ({ constraint, field, value }) =>
  typeof value === 'string' ? titleIssues(field, value, constraint.maxLength!) : []

/** The rule for names that appear within other people's text. */
export const nameRule: Rule<string> = ({ constraint, field, value }) =>
  nameIssues(field, value, constraint.maxLength!)

/** The rule for numbers that change a balance or count: not 0. */
export const nonZeroRule: Rule<number> = ({ field, issues, value }) => [
  ...(value === 0 ? [{ field, reason: 'must not be 0' }] : []),
  ...issues,
]

/** The rule for fields whose check needs more than the request: the domain checks them later. */
export const checkedLater: Rule<unknown> = () => []
