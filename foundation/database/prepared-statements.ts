// The names of the statements that one connection has prepared.
import { LRUCache } from 'lru-cache'
import type { Connection } from 'pg'

/** How many statements one connection keeps. Each takes some kilobytes of its server process. */
const KEPT = 200

/** What pg's types leave out of its connection. */
interface Wire {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  close(statement: { type: 'S'; name: string }): void
}

/**
 * Gives each statement of a connection a name. PostgreSQL then parses it once, and plans it once
 * where one plan serves all values. The least recently used names are closed.
 */
export class PreparedStatements {
  readonly #wire: Wire
  readonly #names: LRUCache<string, string>
  #count = 0

  constructor(connection: Connection, kept = KEPT) {
    this.#wire = connection as unknown as Wire
    this.#names = new LRUCache({ max: kept, dispose: (name) => this.#close(name) })
  }

  nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    this.#count += 1
    const name = `s${this.#count}`
    this.#names.set(text, name)
    return name
  }

  /** Makes the next execution of this statement prepare it again. */
  forget(text: string): void {
    this.#names.delete(text)
  }

  /** The message needs no answer of its own: the next statement's Sync brings it. */
  #close(name: string): void {
    delete this.#wire.parsedStatements[name]
    delete this.#wire.submittedNamedStatements[name]
    this.#wire.close({ type: 'S', name })
  }
}
