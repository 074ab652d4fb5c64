// PostgreSQL as Kysely sees it: our connections, and snake_case names.
import {
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type DialectAdapter,
  type CompiledQuery,
  type Driver,
  type QueryCompiler,
  type QueryId,
  type RootOperationNode,
  type SelectModifierNode,
} from 'kysely'
import { ServiceDriver, type Connections } from '#foundation/database/driver.ts'
import { names } from '#foundation/database/names.ts'
import { noteLock } from '#foundation/database/reads/read-statement.ts'

export class ServiceDialect extends PostgresDialect {
  readonly #connections: Connections

  constructor(connections: Connections) {
    super({ pool: connections.pool })
    this.#connections = connections
  }

  override createDriver(): Driver {
    return new ServiceDriver(this.#connections)
  }

  override createAdapter(): DialectAdapter {
    return new TransactionLockAdapter()
  }

  override createQueryCompiler(): QueryCompiler {
    return new SnakeCaseCompiler()
  }
}

/**
 * Leaves the lock of migrations to their transaction (migrate.ts). Kysely's belongs to a session: a transaction pooler
 * may release it in another one, which keeps it locked.
 */
class TransactionLockAdapter extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve()
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve()
  }
}

/** Converts names while it writes them; Kysely's plugin would copy each statement first. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  #locks = false

  override compileQuery(node: RootOperationNode, id: QueryId): CompiledQuery {
    this.#locks = false
    const statement = super.compileQuery(node, id)
    if (this.#locks) noteLock(node)
    return statement
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    this.#locks ||= node.modifier !== 'Distinct'
    super.visitSelectModifier(node)
  }

  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(names.snakeCase(name))
  }
}
