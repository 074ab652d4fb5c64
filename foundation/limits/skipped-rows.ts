// The cost of the rows that the database skips because lists of a document have an `offset`.
import type { FieldNode, OperationDefinitionNode } from 'graphql'
import { invalidInput } from '#foundation/domain/errors.ts'
import {
  demandOf,
  NONE,
  ONE,
  sizeOf,
  times,
  totalOf,
  valueOf,
  type CountedOperation,
  type Size,
  type Weights,
} from '#foundation/limits/demand.ts'

/** The greatest `offset` that a client may send. Cursors cost the same at any depth. */
const MAX_OFFSET = 10_000
/** How many skipped rows cost one unit of the rate limit: PostgreSQL skips them in 2 to 30 ms. */
const ROWS_PER_UNIT = 10_000
/** The maximum cost of one REST page, however deep. */
const MAX_PAGE_UNITS = 10

type Variables = Readonly<Record<string, unknown>>

/** The units that an operation costs beyond its root fields, with these coerced variables. */
type SkipCost = (variables: Variables) => number

const FREE: SkipCost = () => 0
const costs = new WeakMap<OperationDefinitionNode, SkipCost>()

/**
 * The cost of the offsets of an operation: one unit for each 10,000 rows, multiplied by the pages above a list. An
 * `offset` counts only on fields with an argument `after`. Everything that does not depend on variables is computed
 * once for each operation. The result throws VALIDATION_ERROR for an offset over 10,000.
 */
export function skipCost(counted: CountedOperation): SkipCost {
  return costs.getOrInsertComputed(counted.operation, () => compile(counted))
}

function compile(counted: CountedOperation): SkipCost {
  const offsets: Size[] = []
  const linked: Weights['linked'] = (node, { args }) => {
    const offset = args.some(({ name }) => name === 'after') ? offsetOf(node) : undefined
    if (offset === undefined) return NONE
    offsets.push(offset)
    return times({ sent: [offset], otherwise: 0 }, ONE)
  }
  const rows = demandOf(counted, { leaf: NONE, linked })
  if (offsets.length === 0) return FREE
  return (variables) => {
    for (const offset of offsets) requireShallow(valueOf(offset, variables) ?? 0)
    return unitsOf(totalOf(rows, variables))
  }
}

function offsetOf(node: FieldNode): Size | undefined {
  return sizeOf(node.arguments?.find(({ name }) => name.value === 'offset')?.value)
}

/** @throws VALIDATION_ERROR */
function requireShallow(offset: number): void {
  if (offset <= MAX_OFFSET) return
  const reason = `must be at most ${MAX_OFFSET}: page with first and after, whose cursors reach any depth`
  throw invalidInput([{ field: 'offset', reason }])
}

function unitsOf(rows: number): number {
  return Math.floor(rows / ROWS_PER_UNIT)
}

/** The units that a REST page costs which skips this many rows. */
export function pageCost(skipped: number): number {
  return Math.min(1 + unitsOf(skipped), MAX_PAGE_UNITS)
}
