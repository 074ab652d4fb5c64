// The statements that one connection has prepared.
import { LRUCache } from 'lru-cache'
import type { Connection } from 'pg'

/** How many statements one connection keeps. Each takes a few kilobytes in its server process. */
const MAX_STATEMENTS = 200

/** Methods of a pg connection that its types leave out. */
interface Wire {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  close(statement: { type: 'S'; name: string }): void
}

/** The columns of a result as pg has parsed them; it needs them to read the rows. */
export interface Columns {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

export interface PreparedStatement {
  readonly name: string
  /** The columns of its rows, once PostgreSQL has described them. */
  columns?: Columns
}

/**
 * Names each statement of a connection, so that PostgreSQL parses it once, and plans it once where one plan serves
 * all values. The least recently used statements are closed.
 */
export class PreparedStatements {
  readonly #wire: Wire
  readonly #statements: LRUCache<string, PreparedStatement>
  #count = 0

  constructor(connection: Connection, kept = MAX_STATEMENTS) {
    this.#wire = connection as unknown as Wire
    this.#statements = new LRUCache({ max: kept, dispose: ({ name }) => this.#close(name) })
  }

  find(text: string): PreparedStatement {
    const known = this.#statements.get(text)
    if (known) return known
    this.#count += 1
    const statement: PreparedStatement = { name: `s${this.#count}` }
    this.#statements.set(text, statement)
    return statement
  }

  /** Makes the next execution of this statement prepare it again. */
  forget(text: string): void {
    this.#statements.delete(text)
  }

  /** Closes a statement without a Sync: the response comes with that of the next statement. */
  #close(name: string): void {
    delete this.#wire.parsedStatements[name]
    delete this.#wire.submittedNamedStatements[name]
    this.#wire.close({ type: 'S', name })
  }
}
