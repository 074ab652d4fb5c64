// What statements say of themselves: which may share a connection, which change nothing, and which may be prepared.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  sql,
  type CompiledQuery,
} from 'kysely'
import { expect, test } from 'vitest'
import { BudgetPlugin } from '#foundation/database/budget-plugin.ts'
import { executeWith, fillIn, placeholder, statementOf } from '#foundation/database/built-once.ts'
import { SnakeCaseCompiler } from '#foundation/database/dialect.ts'
import { ofEachParent } from '#foundation/database/reads/each-parent.ts'
import { joinDatabase } from '#foundation/database/joined-database.ts'
import { countOf, type List } from '#foundation/database/lists/page-statement.ts'
import {
  isOneStatement,
  kindOf,
  reads,
  readsAlone,
  type StatementKind,
} from '#foundation/database/reads/read-statement.ts'

interface Tables {
  quests: { id: string; title: string }
}

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (known) => new PostgresIntrospector(known),
    createQueryCompiler: () => new SnakeCaseCompiler(),
  },
  plugins: [new BudgetPlugin()],
})
const quests = db.selectFrom('quests').selectAll()
const list = quests as unknown as List<Tables['quests']>
const raw = sql`select id from quests where id = ${'a'}`

test.each<[kind: StatementKind, what: string, statement: CompiledQuery]>([
  ['shared', 'a query', quests.compile()],
  [
    'shared',
    'a query with a part that reads',
    db
      .with('own', () => quests)
      .selectFrom('own')
      .selectAll()
      .compile(),
  ],
  ['shared', 'a query of distinct rows', quests.distinct().compile()],
  ['shared', 'a raw statement that reads', reads(raw).compile(db)],
  ['shared', 'a list of each parent', ofEachParent(db, list).compile()],
  ['alone', 'a query that locks', quests.forUpdate().skipLocked().compile()],
  ['alone', 'a query that locks against changes', quests.forShare().compile()],
  [
    'alone',
    'a long query that is built further',
    readsAlone(quests).where('id', '=', 'a').limit(1).compile(),
  ],
  ['alone', 'a raw statement that reads for long', readsAlone(raw).compile(db)],
  [
    'alone',
    'a query of what another one locks',
    db.selectFrom(quests.forUpdate().as('locked')).select('id').compile(),
  ],
  [
    'alone',
    'a raw statement with a query that locks',
    reads(sql`select count(*) from ${quests.forUpdate()} as locked`).compile(db),
  ],
  ['alone', 'a count', countOf(list).compile()],
  ['alone', 'a count of each parent', ofEachParent(db, countOf(list)).compile()],
  ['change', 'a raw statement that says nothing', raw.compile(db)],
  ['change', 'an insert', db.insertInto('quests').values({ id: 'a', title: 'A' }).compile()],
  ['change', 'an update', db.updateTable('quests').set({ title: 'B' }).compile()],
  ['change', 'a delete', db.deleteFrom('quests').compile()],
  [
    'change',
    'a query with a part that writes',
    db
      .with('gone', (within) => within.deleteFrom('quests').returningAll())
      .selectFrom('gone')
      .selectAll()
      .compile(),
  ],
  [
    'change',
    'a query with a raw part',
    db
      .with('own', () => sql<{ id: string }>`select id from quests`)
      .selectFrom('own')
      .selectAll()
      .compile(),
  ],
])('the statement kind is %s for %s', (kind, _what, statement) => {
  expect(kindOf(statement.query)).toBe(kind)
})

test('a statement that is built once keeps its kind with other values, and in a joined database', async () => {
  const built = statementOf(db, 'one', () => ({
    compile: () => reads(sql`select id from quests where id = ${placeholder('id')}`).compile(db),
  }))
  expect(kindOf(fillIn(built, { id: 'b' }).query)).toBe('shared')
  const chosen: unknown[] = []
  const target = db as Kysely<unknown>
  const joined = joinDatabase<Tables>(target, (statement) => {
    chosen.push(statement && kindOf(statement.query))
    return Promise.resolve(target)
  })
  await executeWith(joined, built, { id: 'a' })
  await joined.selectFrom('quests').selectAll().execute()
  await raw.execute(joined)
  await joined.transaction().execute(() => Promise.resolve())
  expect(chosen).toEqual(['shared', 'shared', 'change', undefined])
})

test.each<[what: string, statement: CompiledQuery, isOne: boolean]>([
  ['a query', quests.compile(), true],
  ['a change', db.deleteFrom('quests').compile(), true],
  ['a raw statement that reads', reads(sql`select 1`).compile(db), true],
  ['a raw statement with values', raw.compile(db), true],
  ['what may be a script', sql`delete from quests; vacuum quests`.compile(db), false],
  ['a change of the schema', db.schema.dropTable('quests').compile(), false],
])('%s is known to be one statement: %j', (_what, statement, isOne) => {
  expect(isOneStatement(statement)).toBe(isOne)
})
