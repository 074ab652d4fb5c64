// The statements that one connection has prepared.
import { LRUCache } from 'lru-cache'
import type { Connection } from 'pg'

/** How many statements one connection keeps. Each takes some kilobytes of its server process. */
const MAX_STATEMENTS = 200

/** What pg's types leave out of its connection. */
interface Wire {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  close(statement: { type: 'S'; name: string }): void
}

/** What pg has made of the description of a result's columns, and needs to read its rows. */
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
 * Gives each statement of a connection a name. PostgreSQL then parses it once, and plans it once
 * where one plan serves all values. The least recently used names are closed.
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

  /** The message needs no response of its own: the next statement's Sync brings it. */
  #close(name: string): void {
    delete this.#wire.parsedStatements[name]
    delete this.#wire.submittedNamedStatements[name]
    this.#wire.close({ type: 'S', name })
  }
}
