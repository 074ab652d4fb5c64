// The next version of the project: this one in a folder of its own, with one more migration for each service.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVICES } from './machines.ts'

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))

/** What the programs of production need. */
const FOLDERS = ['content', 'foundation', 'rest-adapters', 'router', 'schema', 'subgraphs']
const FILES = ['main.ts', 'one-process.ts', 'ready-screen.ts', 'package.json']

/** A table of each service that is read and written all the time. */
const TABLES: Readonly<Record<string, string>> = {
  identity: 'identities',
  path: 'quest_completions',
  learn: 'courses',
  guild: 'organizations',
  governance: 'proposals',
  market: 'accounts',
  realm: 'presences',
  scroll: 'scrolls',
}

/** The column that the migrations add. */
export const NEW_COLUMN = 'of_the_next_version'

/** Locks the table of the service, as a change of it does, for a second. */
const MIGRATION = `// A change of a table that the previous version survives.
import { sql, type Kysely } from 'kysely'

export const change = (table: string) => ({
  async up(db: Kysely<never>): Promise<void> {
    await sql\`alter table \${sql.table(table)} add column ${NEW_COLUMN} integer not null default 0\`.execute(db)
    await sql\`select pg_sleep(1)\`.execute(db)
  },
})
`

export interface NextVersion extends AsyncDisposable {
  folder: string
}

export async function makeNextVersion(): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-next-'))
  const remove = () => rm(folder, { recursive: true })
  await using resources = new AsyncDisposableStack()
  resources.defer(remove)
  const copies = [...FOLDERS, ...FILES].map((name) =>
    cp(join(PROJECT, name), join(folder, name), {
      recursive: true,
      filter: (source) => !/\/(test|node_modules)$/.test(source),
    }),
  )
  await Promise.all(copies)
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'next-version.ts'), MIGRATION)
  await Promise.all(SERVICES.map(({ name }) => addMigration(folder, name)))
  resources.move()
  return { folder, [Symbol.asyncDispose]: remove }
}

/** @throws unless the service has its list of migrations where it is expected */
async function addMigration(folder: string, service: string): Promise<void> {
  const file = join(folder, 'subgraphs', service, 'subgraph.ts')
  const text = await readFile(file, 'utf8')
  const list = '\n  migrations: {\n'
  if (text.split(list).length !== 2) throw new Error(`${file} has no list of migrations.`)
  const entry = `    '9999-next-version': change('${TABLES[service]}'),\n`
  const changed = text.replace(list, `${list}${entry}`)
  await writeFile(file, `import { change } from '../../next-version.ts'\n${changed}`)
}
