// How long a text and how large a number may be.
import { invalidInput, type Issue } from '#foundation/errors.ts'

/** The least and the most: of a text its characters, of a number itself. */
type Bounds = readonly [least: number, most: number]
type Value = string | number | null | undefined

/** @throws VALIDATION_ERROR that names every field out of its bounds; one that is absent is fine */
export function checkBounds<Field extends string>(
  input: Readonly<Record<NoInfer<Field>, Value>>,
  bounds: Readonly<Record<Field, Bounds>>,
): void {
  const checked = Object.entries<Bounds>(bounds)
  const issues = checked.flatMap(([field, range]) => outside(field, input[field as Field], range))
  const [first, ...rest] = issues
  if (first) throw invalidInput([first, ...rest])
}

function outside(field: string, value: Value, [least, most]: Bounds): Issue[] {
  if (value === null || value === undefined) return []
  const isText = typeof value === 'string'
  const size = isText ? Array.from(value).length : value
  if (size >= least && size <= most) return []
  const range = `${least} to ${most}`
  return [{ field, reason: isText ? `must have ${range} characters` : `must be from ${range}` }]
}
