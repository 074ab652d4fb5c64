// A statement that selects by keys, to which the requests of one turn of the event loop add theirs.
import type { CompiledQuery } from 'kysely'
import { areEqual } from '#foundation/database/reads/equal-values.ts'

export type ReadStatement = Pick<CompiledQuery, 'query' | 'sql' | 'parameters'>

/** The maximum number of keys in a shared statement: more would delay the rows of requests with few keys. */
const MAX_KEYS = 100

/** The keys that a request wants of a statement: ids, or values of several columns. */
export interface WantedKeys {
  /** For each column its value in each key. These lists are among the values of the statement. */
  lists: readonly (readonly string[])[]
  /** The columns of the rows that hold the keys. */
  columns: readonly string[]
  /** How many keys one statement may have. */
  atOnce: number
}

export class GatheredKeys {
  readonly #statement: ReadStatement
  readonly #first: WantedKeys
  readonly #keys = new Map<string, readonly string[]>()
  readonly #otherValues: readonly unknown[]
  #hasLeft = false
  /** Whether several requests added keys. */
  isShared = false

  constructor(statement: ReadStatement, wanted: WantedKeys) {
    this.#statement = statement
    this.#first = wanted
    this.#otherValues = otherValuesOf(statement, wanted)
    this.#add(wanted)
  }

  /** Adds the keys of another request for the same text; false if it has to read on its own. */
  add(statement: ReadStatement, wanted: WantedKeys): boolean {
    const size = this.#keys.size + wanted.lists[0]!.length
    if (this.#hasLeft || size > Math.min(MAX_KEYS, wanted.atOnce)) return false
    if (!areEqual(this.#otherValues, otherValuesOf(statement, wanted))) return false
    this.#add(wanted)
    this.isShared = true
    return true
  }

  #add(wanted: WantedKeys): void {
    for (const [at, text] of textsOf(wanted).entries()) {
      this.#keys.set(
        text,
        wanted.lists.map((list) => list[at]!),
      )
    }
  }

  /** The values with which the statement is sent. After this, no keys can be added. */
  leave(): unknown[] {
    this.#hasLeft = true
    const { lists } = this.#first
    const keys = [...this.#keys.values()]
    return this.#statement.parameters.map((value) => {
      const column = lists.indexOf(value as string[])
      return column === -1 ? value : keys.map((key) => key[column])
    })
  }

  byKey<Row>(rows: readonly Row[]): Map<string, Row[]> {
    return Map.groupBy(rows, (row) => textOfKey(row, this.#first.columns))
  }
}

/** A key as one text. */
export function textOfKey(key: unknown, columns: readonly string[]): string {
  const values = columns.map((column) => (key as Record<string, string>)[column]!)
  return values.length === 1 ? values[0]! : JSON.stringify(values)
}

/** The texts of keys, in their order. */
export function textsOf({ lists }: Pick<WantedKeys, 'lists'>): readonly string[] {
  const [first = [], ...others] = lists
  if (others.length === 0) return first
  return first.map((value, at) => JSON.stringify([value, ...others.map((list) => list[at])]))
}

function otherValuesOf({ parameters }: ReadStatement, { lists }: WantedKeys): readonly unknown[] {
  if (parameters.length === lists.length) return []
  return parameters.filter((value) => !lists.includes(value as string[]))
}
