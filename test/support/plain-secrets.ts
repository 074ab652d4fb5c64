// Whether a schema holds secrets in plain, as somebody would look for them in a dump of the database.
import { sql, type Kysely } from 'kysely'

/** The tables of the schema with a row that contains one of these secrets, in any usual encoding of its bytes. */
export async function tablesWith<Tables>(
  db: Kysely<Tables>,
  schema: string,
  secrets: readonly Buffer[],
): Promise<string[]> {
  const forms = secrets.flatMap((secret) => [
    secret.toString('base64url'),
    secret.toString('base64').replaceAll('=', ''),
    secret.toString('hex'),
  ])
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = ${schema} and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select row_to_json(stored)::text as text from ${sql.table(name)} as stored`.execute(db)
    if (rows.some(({ text }) => forms.some((form) => text.includes(form)))) found.push(name)
  }
  return found
}
