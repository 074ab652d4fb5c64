// Statements that are built once and executed many times with different values.
import { countRows } from '#foundation/database/budget-plugin.ts'
import { readsOf, withoutSharing } from '#foundation/database/reads/shared-reads.ts'
import { sql, type Compilable, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'

/** Stands for a value while a statement is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A placeholder for a value in a statement that is built once. */
export function placeholder<Value>(name: string): RawBuilder<Value> {
  return sql<Value>`${new Placeholder(name)}`
}

/** Matches a column against any of the values of the placeholder `ids`. */
export const ANY_ID = sql<string>`any(${placeholder('ids')})`

/** The values of placeholders by name. */
export type Values = Readonly<Record<string, unknown>>

/** Caches the result of `build` for each database. `build` sees no request, so all requests share the result. */
export function once<Tables, Built extends object>(
  build: (db: Kysely<Tables>) => Built,
): (db: Kysely<Tables>) => Built {
  const known = new WeakMap<Kysely<Tables>, Built>()
  return (db) => known.getOrInsertComputed(db, build)
}

const statements = new WeakMap<object, Map<string, CompiledQuery>>()

/** The statement for a source and a shape, built on first use. */
export function statementOf<Row>(
  source: object,
  shape: string,
  build: () => Compilable<Row>,
): CompiledQuery<Row> {
  const shapes = statements.getOrInsertComputed(source, () => new Map())
  return shapes.getOrInsertComputed(shape, () => build().compile())
}

/** Executes a statement with the values of its placeholders. */
export async function executeWith<Tables, Row>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  values: Values,
): Promise<Row[]> {
  const filled = fillIn(statement, values)
  const shared = await readsOf.get(db)?.read<Row>(filled)
  if (shared) {
    countRows(shared)
    return shared
  }
  const { rows } = await db.executeQuery<Row>(filled)
  return rows
}

/** Executes a statement on a connection of its own. */
export async function executeAlone<Tables, Row>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  values: Values,
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(withoutSharing(fillIn(statement, values)))
  return rows
}

/** Replaces the placeholders of a statement with their values. */
export function fillIn<Row>(statement: CompiledQuery<Row>, values: Values): CompiledQuery<Row> {
  const parameters = statement.parameters.map((value) =>
    value instanceof Placeholder ? values[value.name] : value,
  )
  return { ...statement, parameters }
}
