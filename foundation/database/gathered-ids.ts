// A statement that selects by ids, to which the requests of one turn of the event loop add theirs.
import type { CompiledQuery } from 'kysely'
import { areEqual } from '#foundation/database/equal-values.ts'

export type ReadStatement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** More would delay the rows of those who want few. */
const MAX_IDS = 100

/** What a request wants of a statement that selects by ids. */
export interface WantedIds {
  /** The list among the values of the statement. */
  ids: readonly string[]
  /** The column of the rows that has the id. */
  column: string
  /** How many ids one statement may have. */
  atOnce: number
}

export class GatheredIds {
  readonly #statement: ReadStatement
  readonly #wanted: WantedIds
  readonly #ids: Set<string>
  readonly #otherValues: readonly unknown[]
  #hasLeft = false
  /** Whether several requests added ids. */
  isShared = false

  constructor(statement: ReadStatement, wanted: WantedIds) {
    this.#statement = statement
    this.#wanted = wanted
    this.#ids = new Set(wanted.ids)
    this.#otherValues = otherValuesOf(statement, wanted)
  }

  /** Adds the ids of another request for the same text; false if it has to read on its own. */
  add(statement: ReadStatement, wanted: WantedIds): boolean {
    const { ids, atOnce } = wanted
    if (this.#hasLeft || this.#ids.size + ids.length > Math.min(MAX_IDS, atOnce)) return false
    if (!areEqual(this.#otherValues, otherValuesOf(statement, wanted))) return false
    for (const id of ids) this.#ids.add(id)
    this.isShared = true
    return true
  }

  /** The values with which the statement leaves. After this, nobody can add ids. */
  leave(): unknown[] {
    this.#hasLeft = true
    const { ids: first } = this.#wanted
    return this.#statement.parameters.map((value) => (value === first ? [...this.#ids] : value))
  }

  /** The rows by their ids. */
  byId<Row>(rows: readonly Row[]): Map<string, Row[]> {
    const column = this.#wanted.column as keyof Row
    return Map.groupBy(rows, (row) => row[column] as string)
  }
}

function otherValuesOf({ parameters }: ReadStatement, { ids }: WantedIds): readonly unknown[] {
  return parameters.length === 1 ? [] : parameters.filter((value) => value !== ids)
}
