// Who owns what in the schemas of the services.
import { Client } from 'pg'

/** Names each object in these schemas that another role than the service's owns, and that belongs to no extension. */
export async function foreignOwners(url: string, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await query<{ object: string }>(
    url,
    `select format('%s %s.%s of %s', kind, nspname, name, rolname) as object from (
       select 'schema' as kind, nspname::text as name, nspowner as owner, oid, oid as namespace from pg_namespace
       union all select 'relation', relname::text, relowner, oid, relnamespace from pg_class
       union all select 'routine', proname::text, proowner, oid, pronamespace from pg_proc
       union all select 'type', typname::text, typowner, oid, typnamespace from pg_type
     ) as objects
     join pg_namespace on pg_namespace.oid = namespace
     join pg_roles on pg_roles.oid = owner
     where nspname = any($1) and rolname <> 'ecosystem_' || nspname
       and not exists (select from pg_depend where objid = objects.oid and deptype in ('e', 'i')
         and refclassid in ('pg_extension'::regclass, 'pg_type'::regclass))
     order by 1`,
    [schemas],
  )
  return rows.map(({ object }) => object)
}

/** The roles that are logged in, by the service that they work for. */
export async function rolesAtWork(url: string): Promise<Record<string, string[]>> {
  const { rows } = await query<{ service: string; roles: string[] }>(
    url,
    `select application_name as service, array_agg(distinct usename::text) as roles
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and backend_type = 'client backend'
     group by 1`,
  )
  return Object.fromEntries(rows.map(({ service, roles }) => [service, roles]))
}

async function query<Row extends object>(url: string, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<Row>(text, values)
  } finally {
    await client.end()
  }
}
