// Whatever happens to the connections, a reader gets their own result or an error, never another's.
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reads, readsAlone } from '#foundation/database/reads/read-statement.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

interface Tables {
  notes: { id: number; bodyText: string; seen: number }
}

const ROUNDS = 40
const READERS = 60
const NOTES = 50
/** Two connections keep 200 each. */
const STATEMENTS = 700
let database: TestDatabase
let intruder: Client
let db: Kysely<Tables>

beforeAll(async () => {
  database = await cloneDatabase()
  intruder = new Client({ connectionString: database.url })
  await intruder.connect()
  await intruder.query(`
    create schema answers;
    create table answers.notes (id int primary key, body_text text, seen int default 0);
    insert into answers.notes select n, 'note ' || n from generate_series(1, ${NOTES}) as n`)
  db = openDatabase<Tables>(database.url, 'answers', testLog)
})
afterAll(async () => {
  await db.destroy()
  await intruder.end()
  await database.drop()
})

/** What a reader asks, the only answer that is theirs, and the errors there may be beside 57014 (cancelled). */
type Question = (
  mine: string,
  id: number,
) => [ask: Promise<unknown>, answer: unknown, allowed?: string]

const one = (id: number) => db.selectFrom('notes').where('id', '=', id)

const QUESTIONS: Question[] = [
  (_mine, id) => [one(id).select('bodyText').execute(), [{ bodyText: `note ${id}` }]],
  (_mine, id) => [
    one(id).select(['id', 'bodyText as theText']).execute(),
    [{ id, theText: `note ${id}` }],
  ],
  (_mine, id) => [
    one(id).selectAll().executeTakeFirst(),
    expect.objectContaining({ id, bodyText: `note ${id}` }),
  ],
  (mine) => [
    reads(sql`select ${mine}::text as mine`)
      .execute(db)
      .then(({ rows }) => rows),
    [{ mine }],
  ],
  (mine, id) => [
    reads(sql`select ${mine}::text as mine, ${id}::int + ${sql.lit(id)} as sum`)
      .execute(db)
      .then(({ rows }) => rows),
    [{ mine, sum: 2 * id }],
  ],
  (mine) => [
    reads(sql`select ${mine}::text as mine, 1 / ${0}::int`).execute(db),
    'an error',
    '57014|22012',
  ],
  (_mine, id) => [
    readsAlone(sql`select count(*) as many, ${id}::int as id from notes`)
      .execute(db)
      .then(({ rows }) => rows),
    [{ many: NOTES, id }],
  ],
  (_mine, id) => [
    db
      .updateTable('notes')
      .set({ seen: 1 })
      .where('id', '=', id)
      .returning(['id', 'bodyText'])
      .execute(),
    [{ id, bodyText: `note ${id}` }],
  ],
  (mine, id) => [
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<object>`select ${mine}::text as mine`.execute(trx)
      const notes = await trx.selectFrom('notes').select('bodyText').where('id', '=', id).execute()
      return [...rows, ...notes]
    }),
    [{ mine }, { bodyText: `note ${id}` }],
    // A transaction cannot retry when the type of a column has changed.
    '57014|0A000',
  ],
]

const anySession = (harm: string) =>
  `select ${harm}(pid) from pg_stat_activity where application_name = 'answers' order by random() limit 3`

const HARM = [
  anySession('pg_cancel_backend'),
  anySession('pg_terminate_backend'),
  anySession('pg_cancel_backend'),
  'alter table answers.notes add column if not exists extra text',
  'alter table answers.notes drop column if exists extra',
  'alter table answers.notes alter column body_text type varchar(200)',
  'alter table answers.notes alter column body_text type text',
]

test('results stay with their readers while sessions are cancelled and ended, and tables change', async () => {
  let responded = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = Array.from({ length: READERS }, (_none, reader) => {
      const id = 1 + ((round * 7 + reader) % NOTES)
      return QUESTIONS[(round + reader) % QUESTIONS.length]!(`${round} of ${reader}`, id)
    })
    const harmed = intruder.query(HARM[round % HARM.length]!)
    const results = await Promise.allSettled(asked.map(([ask]) => ask))
    await harmed
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') {
        expect(result.value).toEqual(asked[index]![1])
        responded += 1
      } else if (!(result.reason instanceof DomainError)) {
        const allowed = asked[index]![2] ?? '57014'
        expect(result.reason, `question ${(round + index) % QUESTIONS.length}`).toMatchObject({
          code: expect.stringMatching(allowed) as string,
        })
      }
    }
  }
  expect(responded).toBeGreaterThan(ROUNDS * READERS * 0.5)
  expect(await one(1).select('bodyText').execute()).toEqual([{ bodyText: 'note 1' }])
})

test('results stay with their readers while connections evict prepared statements', async () => {
  const ask = async (reader: number) => {
    const mine = `reader ${reader}`
    const text = reads(sql`select ${mine}::text as mine, ${sql.lit(reader % STATEMENTS)} as number`)
    const { rows } = await text.execute(db)
    expect(rows).toEqual([{ mine, number: reader % STATEMENTS }])
  }
  // Few enough at once for the shared connections, however busy the machine is.
  for (let first = 0; first < 2 * STATEMENTS; first += READERS) {
    await Promise.all(Array.from({ length: READERS }, (_none, at) => ask(first + at)))
  }
})
