// The signing keys and the secret of the authorization server, sealed with KEY_ENCRYPTION_KEY.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const sealedSecrets: Migration = {
  async up(db) {
    await sql`
      create table sealed_secrets (
        name text primary key,
        jwe text not null
      )`.execute(db)
  },
}
