// The variables of PostgreSQL's own programs (PGHOST, PGSSLMODE, …). With them, node-postgres fills in what an address
// leaves out, which is right for a database of the operator's and wrong for the embedded one.
import { env } from 'node:process'

/** Removes them from the environment of this process. Call it before connecting to an embedded database. */
export function ignorePostgresVariables(): void {
  for (const name of Object.keys(env)) {
    if (name.startsWith('PG')) Reflect.deleteProperty(env, name)
  }
}
