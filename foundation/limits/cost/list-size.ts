// The size of a list with `@listSize`, from the arguments of its field.
import {
  BREAK,
  Kind,
  valueFromAST,
  visit,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type ValueNode,
} from 'graphql'
import { invalidInput } from '#foundation/domain/errors.ts'
import type { ListSize, Path } from '#foundation/limits/cost/directives.ts'
import {
  countOf,
  greatest,
  valueOf,
  type PageSize,
  type Size,
  type Variables,
} from '#foundation/limits/demand.ts'

/** The items of a list without a known size, as in the examples of Apollo Router. */
const DEFAULT_LIST_SIZE = 10
const DEFAULT_SIZE: PageSize = { sent: [DEFAULT_LIST_SIZE], otherwise: DEFAULT_LIST_SIZE }

/** A field as an operation calls it. */
export interface CalledField {
  node: Pick<FieldNode, 'arguments'>
  field: GraphQLField<unknown, unknown>
}

/** A list below a field with `sizedFields`. */
export interface SizedList {
  path: Path
  size: PageSize
}

/**
 * The size of a field if it is a list, and those of the lists below it.
 * @param given its `@listSize`; several if its parent is abstract
 * @param sized the lists that fields above it size
 */
export function listSizes(
  called: CalledField,
  given: readonly ListSize[],
  sized: readonly SizedList[],
): { size: PageSize; below: readonly SizedList[] } {
  const inherited = sized.filter(({ path }) => path[0] === called.field.name)
  const own = inherited.flatMap(({ path, size }) => (path.length === 1 ? [size] : []))
  const below = inherited.flatMap(({ path: [, ...path], size }): SizedList[] =>
    path.length > 0 ? [{ path, size }] : [],
  )
  for (const listSize of given) {
    const size = sizeBySlicing(listSize, called)
    if (listSize.sizedFields.length === 0 && inherited.length === 0) own.push(size)
    below.push(...listSize.sizedFields.map((path) => ({ path, size })))
  }
  return { size: largest(own), below }
}

/** The largest of the sizes that a list may have, or the default. */
function largest([first = DEFAULT_SIZE, ...others]: readonly PageSize[]): PageSize {
  if (others.length === 0) return first
  const sizes = [first, ...others]
  const sent = (variables: Variables) => Math.max(...sizes.map((size) => greatest(size, variables)))
  return { sent: [sent], otherwise: 0 }
}

/** The size that the slicing arguments give; if none is sent, the assumed size. */
function sizeBySlicing({ assumedSize, slicingArguments }: ListSize, called: CalledField): PageSize {
  const sent = slicingArguments.flatMap((path) => slice(path, called) ?? [])
  return { sent, otherwise: assumedSize ?? DEFAULT_LIST_SIZE }
}

/** A check of an operation with its coerced variables. @throws VALIDATION_ERROR */
export type SlicingCheck = (variables: Variables) => void

/** The check that exactly one slicing argument is sent, or none if one has a default; empty if none is required. */
export function slicingChecks(
  { requireOneSlicingArgument, slicingArguments }: ListSize,
  coordinate: string,
  called: CalledField,
): SlicingCheck[] {
  if (!requireOneSlicingArgument || slicingArguments.length === 0) return []
  const sent = slicingArguments.filter(([name]) => isSent(called, name))
  const sizes = sent.flatMap((path) => slice(path, called) ?? [])
  const names = slicingArguments.map((path) => path.join('.')).join(', ')
  const bare = { ...called, node: {} }
  const hasDefault = slicingArguments.some((path) => slice(path, bare) !== undefined)
  const check: SlicingCheck = (variables) => {
    const { length } = sizes.filter((size) => valueOf(size, variables) !== undefined)
    if (length === 1 || (length === 0 && hasDefault)) return
    const reason = `must have exactly one of the arguments ${names} (@listSize, requireOneSlicingArgument), not ${length}`
    throw invalidInput([{ field: coordinate, reason }])
  }
  return [check]
}

function isSent({ node }: CalledField, name: string | undefined): boolean {
  return node.arguments?.some((argument) => argument.name.value === name) ?? false
}

/** The size in one slicing argument, or in an input field below it. */
function slice([name, ...below]: Path, { node, field }: CalledField): Size | undefined {
  const argument = field.args.find((argument) => argument.name === name)
  return argument && sizeInArgument(node, argument, (value) => countOf(valueAt(value, below)))
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((holder, name) => {
    return typeof holder === 'object' ? (holder as Variables | null)?.[name] : undefined
  }, value)
}

/** Measures a size in the coerced value of an argument: at once, or per request if the value contains variables. */
export function sizeInArgument(
  node: Pick<FieldNode, 'arguments'>,
  { name, type, defaultValue }: GraphQLArgument,
  measure: (value: unknown) => number | undefined,
): Size | undefined {
  const sent = node.arguments?.find((argument) => argument.name.value === name)?.value
  if (!sent) return measure(defaultValue)
  if (!hasVariables(sent)) return measure(valueFromAST(sent, type))
  return (variables) => {
    const isAbsent = sent.kind === Kind.VARIABLE && !(sent.name.value in variables)
    return measure(isAbsent ? defaultValue : valueFromAST(sent, type, variables))
  }
}

function hasVariables(value: ValueNode): boolean {
  let found = false
  visit(value, {
    Variable() {
      found = true
      return BREAK
    },
  })
  return found
}
