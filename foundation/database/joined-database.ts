// A database handle whose statements and transactions join a transaction that is open elsewhere.
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

/** The open transaction or the database in which a statement runs. */
export type Target = Kysely<unknown>

/** Chooses the target of a statement, or without one that of a transaction. */
export type ChooseTarget = (statement?: CompiledQuery) => Promise<Target>

const databases = new WeakMap<object, Kysely<unknown>>()

/** The database behind a joined handle; any other handle itself. */
export function databaseOf<Tables>(handle: Kysely<Tables>): Kysely<unknown> {
  return databases.get(handle) ?? (handle as Kysely<unknown>)
}

/**
 * A database handle without connections of its own. A nested transaction is a savepoint. As in any transaction,
 * once a statement outside a savepoint fails, all later ones fail.
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

/** The connection that Kysely holds while it executes a statement or a transaction. */
class JoiningConnection implements DatabaseConnection {
  readonly #choose: ChooseTarget
  /** The transaction it has joined by a savepoint. */
  #joined: Target | undefined
  #own: ControlledTransaction<unknown> | undefined

  constructor(choose: ChooseTarget) {
    this.#choose = choose
  }

  async begin(): Promise<void> {
    const target = (await this.#choose()).withoutPlugins()
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
    const target = this.#own ?? this.#joined ?? (await this.#choose(statement)).withoutPlugins()
    return target.executeQuery<Row>(statement)
  }

  // Kysely's own streams are not used.
  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('A joined transaction does not support streams.')
  }
}

async function run(target: Target, statement: string): Promise<void> {
  await target.executeQuery(CompiledQuery.raw(statement))
}
