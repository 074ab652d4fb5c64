// State from before claims were introduced counts correctly afterwards.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { Client } from 'pg'
import { identity } from '../subgraph.ts'

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await emptyDatabase()
  await migrateBefore('0022')
  client = new Client({ connectionString: database.url, options: '-c search_path=identity' })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

function migrateBefore(name: string): Promise<unknown> {
  const before = Object.entries(identity.migrations).filter(([each]) => each < name)
  return migrate(database.url, 'identity', Object.fromEntries(before), testLog)
}

test('a password is not older than its notice, and locks and links to the same address stay', async () => {
  await client.query(`
    insert into identities (id, username, display_name, house, archetype)
    values ('identity_1', 'ada', 'Ada', 'Tide', 'Keeper');
    insert into passwords values ('identity_1', 'hash', now() - interval '1 day');
    insert into audit_events (id, at, kind, identity_id, address, request_id, details)
    select 'audit_1', changed_at + interval '40 ms', 'password_changed', identity_id, '', '', '{}'
    from passwords;
    insert into account_locks values ('identity_1', now());
    insert into recoveries values ('identity_1', 'token', null, now());
    insert into identities (id, username, display_name, house, archetype)
    values ('identity_2', 'mover', 'Mover', 'Tide', 'Keeper');
    insert into email_addresses
    select id, 'new@mail.example', now() from identities;
    update email_addresses set verified_at = now() - interval '1 day'
    where identity_id = 'identity_1';
    insert into password_resets
    select id, id::bytea, now() + interval '20 minutes' from identities;
    insert into disavowals values ('link', 'identity_1', 'ada@mail.example', now(), null)`)
  await migrateBefore('9999')
  const { rows } = await client.query(`
    select changed_at = at as is_aligned, locked_at is not null as is_locked,
      claim_address, by_claim
    from passwords, audit_events, account_locks, recoveries, disavowals`)
  // The link of a person who has changed the address since is over.
  const resets = await client.query('select identity_id from password_resets')
  expect(resets.rows).toEqual([{ identity_id: 'identity_1' }])
  expect(rows).toEqual([
    { is_aligned: true, is_locked: true, claim_address: null, by_claim: false },
  ])
})
