// For tests of exports and account deletions: the forms, and the traces that people leave.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '#foundation/database/database.ts'
import { idSuffix, newId } from '#foundation/domain/ids.ts'
import type { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { requestDeparture } from '../../subgraphs/identity/domain/departure/departure.ts'
import { METHODS } from '../../subgraphs/identity/domain/sessions/second-factor.ts'
import type { Identity, IdentityTables } from '../../subgraphs/identity/tables.ts'
import { confirmIdentity, PASSWORD } from './oauth.ts'
import { TIMEOUT } from './process.ts'
import type { TestSystem } from './system.ts'
import type { Page, UserAgent } from './user-agent.ts'

const DAY_MS = 86_400_000
const WAIT = { ...TIMEOUT, interval: 100 }

export async function askForExport(
  system: TestSystem,
  browser: UserAgent,
  password = PASSWORD,
): Promise<Page> {
  await confirmIdentity(system, browser, password)
  const page = await browser.get(`${system.address('identity')}/account/data`)
  return browser.submit(page, '/account/export')
}

export async function askToLeave(
  system: Pick<TestSystem, 'address'>,
  browser: UserAgent,
  fields: { confirmation: string; scrolls?: string },
  password = PASSWORD,
): Promise<Page> {
  await confirmIdentity(system, browser, password)
  const page = await browser.get(`${system.address('identity')}/account/data`)
  return browser.submit(page, '/account/deletion', { scrolls: 'keep', ...fields })
}

/** Requests a deletion without a page, in a session of a passkey that begins and ends here. */
export async function requestToLeave(
  ctx: ReturnType<typeof asCommand>,
  person: Pick<Identity, 'id' | 'username'>,
): Promise<void> {
  const [session, at] = [{ id: newId('session'), tokenHash: randomBytes(32) }, ctx.now()]
  const methods = [...METHODS.passkey]
  const proved = { method: 'passkey' as const, methods, authenticatedAt: at }
  const seen = { userAgent: '', address: '', signedInAt: at, lastSeenAt: at, expiresAt: at }
  await ctx.db
    .insertInto('sessions')
    .values({ ...session, identityId: person.id, ...proved, ...seen })
    .execute()
  const wanted = { username: person.username, scrolls: 'keep' }
  try {
    await requestDeparture(ctx, person, session, wanted)
  } finally {
    await ctx.db.deleteFrom('sessions').where('id', '=', session.id).execute()
  }
}

/** Waits for an export, and returns its files by name, with JSON parsed. */
export async function downloadExport(
  system: TestSystem,
  browser: UserAgent,
): Promise<Record<string, unknown>> {
  const response = await vi.waitFor(async () => {
    const found = await fetchExport(system, browser)
    if (found.status !== 200) throw new Error(`The download responded with ${found.status}.`)
    return found
  }, WAIT)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => {
      const text = strFromU8(bytes)
      return [name, name.endsWith('.json') ? JSON.parse(text) : text]
    }),
  )
}

export function fetchExport(system: TestSystem, { cookies }: UserAgent): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `${system.address('identity')}/account/export/download`
  return fetch(url, { headers: { cookie }, redirect: 'manual' })
}

/** Sets the waiting periods of a departure back, as if days had passed. */
export async function passDays(db: Db<IdentityTables>, days: number): Promise<void> {
  const ms = days * DAY_MS
  await sql`
    update departures set
      due_at = due_at - ${ms} * interval '1 millisecond',
      next_attempt_at = next_attempt_at - ${ms} * interval '1 millisecond',
      closed_at = closed_at - ${ms} * interval '1 millisecond'`.execute(db)
  await sql`
    update personal_data_tasks set
      next_attempt_at = next_attempt_at - ${ms} * interval '1 millisecond',
      done_at = done_at - ${ms} * interval '1 millisecond'`.execute(db)
}

/** Lets time pass until no departure is pending. */
export async function letThemLeave(db: Db<IdentityTables>, timeout = 40_000): Promise<void> {
  await vi.waitFor(
    async () => {
      await passDays(db, 15)
      const left = await db.selectFrom('departures').selectAll().execute()
      if (left.length > 0) throw new Error(`Not gone yet: ${JSON.stringify(left)}`)
    },
    { timeout, interval: 300 },
  )
}

interface Column {
  schema: string
  table: string
  column: string
  isBytes: boolean
}

/** The places of these words in the database, in order: in any text, bytes, JSON or array of texts, of any schema. */
export async function findInDatabase(
  db: Db<IdentityTables>,
  words: readonly string[],
): Promise<string[]> {
  const { rows: columns } = await sql<Column>`
    select table_schema as schema, table_name as table, column_name as column,
      data_type = 'bytea' as "isBytes"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector', 'bytea', 'uuid')
        or data_type = 'USER-DEFINED')
    order by 1, 2, 3`.execute(db)
  const found: string[] = []
  for (const { schema, table, column, isBytes } of columns) {
    const value = sql.ref(column)
    const text = isBytes ? sql`${value}::text || encode(${value}, 'escape')` : sql`${value}::text`
    const { rows } = await sql<{ row: string }>`
      select ${text} as row from ${sql.table(`${schema}.${table}`)}
      where exists (
        select from unnest(${[...words]}::text[]) as word
        where strpos(lower(${text}), lower(word)) > 0
      ) limit 3`.execute(db)
    found.push(...rows.map(({ row }) => `${schema}.${table}.${column}: ${row.slice(0, 200)}`))
  }
  return found
}

/** The files of a folder that contain one of these words, apart from the tables of PostgreSQL. */
export async function findInFiles(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(folder, 'postgres', '/')))
  const texts = await Promise.all(
    files.map(async (path) => ({ path, text: await readFile(path, 'utf8').catch(() => '') })),
  )
  return texts
    .filter(({ text }) => words.some((word) => text.toLowerCase().includes(word.toLowerCase())))
    .map(({ path }) => path)
}

/** Words that identify a person. */
export function tracesOf(person: { id: string; username: string }, ...more: string[]): string[] {
  return [idSuffix(person.id), person.username, ...more]
}
