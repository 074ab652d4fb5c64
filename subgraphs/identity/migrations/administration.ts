// The tables of administration: the audit trail, keys, usage and secrets.
import { sql, type Kysely } from 'kysely'

export async function createAdministration(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_events (
      id text primary key,
      at timestamptz(3) not null,
      kind text not null,
      identity_id text,
      client_id text,
      address text not null,
      request_id text not null,
      details jsonb not null
    );
    create index audit_newest_first on audit_events (at desc, id desc);
    create index audit_of_identity on audit_events (identity_id, at desc, id desc);
    create index audit_of_client on audit_events (client_id, at desc, id desc);
    create index audit_of_kind on audit_events (kind, at desc, id desc);
    create index audit_by on audit_events ((details ->> 'by'))
    where details ->> 'by' is not null`.execute(db)
  await sql`
    create table admin_keys (
      id text primary key,
      name text not null,
      key_hash bytea not null unique,
      created_at timestamptz(3) not null default now(),
      revoked_at timestamptz(3)
    );
    create index admin_keys_newest_first on admin_keys (created_at desc, id desc)`.execute(db)
  // The usage of the schema by callers of the router. The key begins with the day, by which rows are read and deleted.
  await sql`
    create table field_usage (
      day date not null,
      client_id text not null,
      client_name text not null,
      coordinate text not null,
      count bigint not null check (count > 0),
      primary key (day, client_id, client_name, coordinate)
    )`.execute(db)
  // The signing keys and the secret of the authorization server, sealed with KEY_ENCRYPTION_KEY.
  await sql`
    create table sealed_secrets (
      name text primary key,
      jwe text not null
    )`.execute(db)
}
