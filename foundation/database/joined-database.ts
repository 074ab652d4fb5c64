// A handle on a database whose statements and transactions join a transaction that is open elsewhere.
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type ControlledTransaction,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import { BudgetPlugin } from '#foundation/database/budget-plugin.ts'
import { SnakeCaseCompiler } from '#foundation/database/dialect.ts'

/** What a statement runs on: an open transaction, which it joins, or the database. */
export type Target = Kysely<unknown>

/** Decides for each statement what it runs on, and for each transaction, by `begin`. */
export type ChooseTarget = (sql: string) => Promise<Target>

const databases = new WeakMap<object, Kysely<unknown>>()

/** The database of a handle: what a joined one joins, and otherwise the handle itself. */
export function databaseOf<Tables>(handle: Kysely<Tables>): Kysely<unknown> {
  return databases.get(handle) ?? (handle as Kysely<unknown>)
}

/**
 * A handle on a database without connections of its own. A transaction within another one is a savepoint of it. As in any
 * transaction, a statement that fails outside of a savepoint fails all that follow.
 */
export function joinDatabase<Tables>(database: Target, choose: ChooseTarget): Kysely<Tables> {
  const joined = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new JoiningDriver(choose),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new SnakeCaseCompiler(),
    },
    plugins: [new BudgetPlugin()],
  })
  databases.set(joined, databaseOf(database))
  return joined
}

class JoiningDriver implements Driver {
  readonly #choose: ChooseTarget

  constructor(choose: ChooseTarget) {
    this.#choose = choose
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  acquireConnection(): Promise<JoiningConnection> {
    return Promise.resolve(new JoiningConnection(this.#choose))
  }

  beginTransaction(connection: JoiningConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: JoiningConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: JoiningConnection): Promise<void> {
    return connection.rollback()
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve()
  }

  destroy(): Promise<void> {
    return Promise.resolve()
  }
}

const SAVEPOINT = 'within'

/** What Kysely holds while it executes a statement or a transaction. */
class JoiningConnection implements DatabaseConnection {
  readonly #choose: ChooseTarget
  /** The transaction it has joined by a savepoint. */
  #joined: Target | undefined
  /** A transaction of its own. */
  #own: ControlledTransaction<unknown> | undefined

  constructor(choose: ChooseTarget) {
    this.#choose = choose
  }

  async begin(): Promise<void> {
    const target = (await this.#choose('begin')).withoutPlugins()
    if (!target.isTransaction) {
      this.#own = await target.startTransaction().execute()
      return
    }
    this.#joined = target
    await run(target, `savepoint ${SAVEPOINT}`)
  }

  async commit(): Promise<void> {
    if (this.#joined) await run(this.#joined, `release savepoint ${SAVEPOINT}`)
    await this.#own?.commit().execute()
    this.#end()
  }

  async rollback(): Promise<void> {
    if (this.#joined) {
      await run(this.#joined, `rollback to savepoint ${SAVEPOINT}`)
      await run(this.#joined, `release savepoint ${SAVEPOINT}`)
    }
    await this.#own?.rollback().execute()
    this.#end()
  }

  #end(): void {
    this.#joined = undefined
    this.#own = undefined
  }

  async executeQuery<Row>(statement: CompiledQuery): Promise<QueryResult<Row>> {
    const target = this.#own ?? this.#joined ?? (await this.#choose(statement.sql)).withoutPlugins()
    return target.executeQuery<Row>(statement)
  }

  // Kysely's own streams are not used.
  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('A joined transaction streams nothing.')
  }
}

async function run(target: Target, statement: string): Promise<void> {
  await target.executeQuery(CompiledQuery.raw(statement))
}
