// The variables of PostgreSQL's own programs (PGHOST, PGSSLMODE, …), from which node-postgres completes URLs: right for
// an operator's database, wrong for the embedded one.
import { env } from 'node:process'

/** Removes these variables from the environment of this process. Call it before connecting to an embedded database. */
export function ignorePostgresVariables(): void {
  for (const name of Object.keys(env)) {
    if (name.startsWith('PG')) Reflect.deleteProperty(env, name)
  }
}
