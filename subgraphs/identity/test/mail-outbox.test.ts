// The outbox stays bounded when no mail is sent, and nobody displaces another person's mail.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testSubgraph } from '#test/subgraph.ts'
import { dropOldestMail, queueMail } from '../domain/mail/mail-outbox.ts'
import type { IdentityTables } from '../tables.ts'

const LIMIT = 10_000

const identity = testSubgraph('identity')

const tables = () => identity.tables<IdentityTables>('identity')

/** The number of waiting messages per address. */
async function waiting(): Promise<Record<string, number>> {
  const { rows } = await sql<{ address: string; count: number }>`
    select address, count(*) from mail_outbox group by address`.execute(tables())
  return Object.fromEntries(rows.map(({ address, count }) => [address, count]))
}

test('a person who fills the outbox loses the oldest of their messages, and nobody else any', async () => {
  const ctx = { db: tables(), now: () => identity.clock.now }
  for (const address of ['ada@example.org', 'grace@example.org', 'ada@example.org']) {
    await queueMail(ctx, { kind: 'password_changed', identityId: null, address })
  }
  await sql`
    insert into mail_outbox (id, kind, identity_id, address, details, created_at, next_attempt_at)
    select 'mail_' || n, 'password_changed', null, 'mallory@example.org', '{}',
      ${identity.clock.now}::timestamptz + n * interval '1 second', ${identity.clock.now}
    from generate_series(1, ${sql.lit(LIMIT + 50)}) as flood (n)`.execute(tables())
  await dropOldestMail(ctx)
  expect(await waiting()).toEqual({
    'ada@example.org': 2,
    'grace@example.org': 1,
    'mallory@example.org': LIMIT - 3,
  })
  const oldest = await tables()
    .selectFrom('mailOutbox')
    .select('id')
    .where('address', '=', 'mallory@example.org')
    .orderBy('createdAt')
    .executeTakeFirst()
  expect(oldest).toEqual({ id: 'mail_54' })
})

test('a person who asks for many reset links loses the oldest of theirs, and nobody else any', async () => {
  const ctx = { db: tables(), now: () => identity.clock.now }
  await sql`delete from mail_outbox`.execute(tables())
  // A reset names its person only in the details.
  const reset = (identityId: string) =>
    ({ kind: 'password_reset', identityId: null, address: null, details: { identityId } }) as const
  await queueMail(ctx, reset('ada'))
  await sql`
    insert into mail_outbox (id, kind, identity_id, address, details, created_at, next_attempt_at)
    select 'reset_' || n, 'password_reset', null, null, '{"identityId": "mallory"}',
      ${identity.clock.now}::timestamptz + n * interval '1 second', ${identity.clock.now}
    from generate_series(1, ${sql.lit(LIMIT + 50)}) as flood (n)`.execute(tables())
  await dropOldestMail(ctx)
  const { rows } = await sql`
    select details ->> 'identityId' as person, count(*) from mail_outbox
    group by person order by person`.execute(tables())
  expect(rows).toEqual([
    { person: 'ada', count: 1 },
    { person: 'mallory', count: LIMIT - 1 },
  ])
})
