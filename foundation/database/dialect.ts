// PostgreSQL as Kysely sees it: our connections, and snake_case names.
import { PostgresDialect, PostgresQueryCompiler, type Driver, type QueryCompiler } from 'kysely'
import { ServiceDriver, type Connections } from '#foundation/database/driver.ts'
import { names } from '#foundation/database/names.ts'

export class ServiceDialect extends PostgresDialect {
  readonly #connections: Connections

  constructor(connections: Connections) {
    super({ pool: connections.pool })
    this.#connections = connections
  }

  override createDriver(): Driver {
    return new ServiceDriver(this.#connections)
  }

  override createQueryCompiler(): QueryCompiler {
    return new SnakeCaseCompiler()
  }
}

/** Converts names while it writes them; Kysely's plugin would copy each statement first. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(names.snakeCase(name))
  }
}
