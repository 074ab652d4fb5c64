// Random literals of an input type: huge ones, nested ones, block strings, Unicode.
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql'

/** Picks a number from 0 up to, but not including, the count. */
type Pick = (count: number) => number

const STRINGS = [
  '""',
  '"a"',
  '"\\u0000\\uD83D\\uDE00\\u{1F600}"',
  '"\u{1F600}\u202E\u200B\u00E9\uFEFF"',
  '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
  '"""block"""',
  '"""\n  two\n    lines \\""" quoted\n"""',
  '"""\n\n"""',
  '"$not { a: variable } @nor(directive: 1) # comment"',
]
const INTS = ['0', '-0', '1', '-1', '2147483647', '-2147483648']
const FLOATS = ['0', '1.5', '-1e308', '1e-400', '0.1E+2']
const MAX_REPEATED = 30_000

export function randomLiteral(type: GraphQLInputType, pick: Pick, depth = 0): string {
  if (isNonNullType(type)) return randomLiteral(type.ofType, pick, depth)
  if (pick(12) === 1 && depth === 0) return randomLiteral(type, pick, 1)
  if (isListType(type)) return list(type.ofType, pick, depth)
  if (isEnumType(type)) return type.getValues()[pick(type.getValues().length)]!.name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => {
      return isNonNullType(field.type) || (depth < 4 && pick(3) === 1)
    })
    const sent = fields.map((field) => {
      return `${field.name}: ${randomLiteral(field.type, pick, depth + 1)}`
    })
    return `{ ${sent.join(' ')} }`
  }
  return scalar(getNamedType(type).name, pick)
}

function list(itemType: GraphQLInputType, pick: Pick, depth: number): string {
  const count = pick(5) === 1 ? pick(100) : pick(3)
  const items = Array.from({ length: count }, () => randomLiteral(itemType, pick, depth + 1))
  return `[${items.join(', ')}]`
}

function scalar(name: string, pick: Pick): string {
  if (name === 'Int' || name === 'SafeInt') return INTS[pick(INTS.length)]!
  if (name === 'Float') return FLOATS[pick(FLOATS.length)]!
  if (name === 'Boolean') return pick(2) === 0 ? 'true' : 'false'
  if (name === 'ID' && pick(3) === 1) return INTS[pick(INTS.length)]!
  if (name === 'ID' || name === 'String') return text(pick)
  return untyped(pick, 0)
}

function text(pick: Pick): string {
  if (pick(20) === 1) return `"${'x'.repeat(pick(1_000) * (MAX_REPEATED / 1_000))}"`
  return STRINGS[pick(STRINGS.length)]!
}

/** A value of a custom scalar: nested lists and objects of anything. */
function untyped(pick: Pick, depth: number): string {
  const kind = pick(depth > 40 ? 4 : 8)
  if (kind === 0) return text(pick)
  if (kind === 1) return FLOATS[pick(FLOATS.length)]!
  if (kind === 2) return 'null'
  if (kind === 3) return 'SOME_NAME'
  if (kind === 4) {
    const levels = 1 + pick(200)
    return `${'['.repeat(levels)}${untyped(pick, 41)}${']'.repeat(levels)}`
  }
  const values = Array.from({ length: pick(4) }, () => untyped(pick, depth + 1))
  if (kind === 5) return `[${values.join(' ')}]`
  return `{ ${values.map((value, index) => `${['a', '__proto__', 'if', 'on'][index]}: ${value}`).join(' ')} }`
}
