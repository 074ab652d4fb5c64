// An operator who runs the content command on a test's database and folder.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { stringify } from 'yaml'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import type { PathTables } from '../../../subgraphs/path/tables.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { runNode, type Program } from '#test/process.ts'
import type { ProgramTurns } from '#test/program-turns.ts'

export const QUEST = {
  key: 'beacon',
  title: 'Light the Beacon',
  description: 'Carry the flame up the hill.',
  type: 'daily',
  difficulty: 'beginner',
  xpReward: 20,
  goldReward: 5,
}
export const quests = (count: number, about: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...QUEST, key: `quest-${index}`, ...about }))

export interface ContentOperator {
  database: TestDatabase
  db: Kysely<PathTables>
  folder: string
  /** Writes a file into the folder, and returns its path. */
  file: (name: string, content: unknown) => Promise<string>
  start: (args: readonly string[], more?: Environment) => Program
  /** Runs the command to its end, and returns its output. */
  run: (args: readonly string[], code?: number, more?: Environment) => Promise<string>
  stop: () => Promise<void>
}

/** A new database and an empty folder, for commands that run by turns in one process. */
export async function startContentOperator(turns: ProgramTurns): Promise<ContentOperator> {
  const database = await cloneDatabase()
  const db = openDatabase<PathTables>(database.url, 'path', testLog)
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-content-'))
  const settings = { NODE_ENV: 'production', DATABASE_URL: database.url }
  const start: ContentOperator['start'] = (args, more = {}) =>
    runNode(['content/command.ts', ...args], { ...settings, ...more })
  return {
    database,
    db,
    folder,
    start,
    async file(name, content) {
      const path = join(folder, name)
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(path, typeof content === 'string' ? content : stringify(content))
      return path
    },
    async run(args, code = 0, more = {}) {
      const turn = await turns.run(['content/command.ts', ...args], { ...settings, ...more })
      expect(turn.code, turn.output).toBe(code)
      return turn.output
    },
    async stop() {
      await db.destroy()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Every quest, oldest first. */
export function questsIn(db: Kysely<PathTables>) {
  return db.selectFrom('quests').selectAll().orderBy('createdAt').execute()
}
