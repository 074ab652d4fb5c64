// An embedded database in a data folder that was copied, restored, linked or damaged.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readlink, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { removeEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import {
  addBooks,
  booksAfter,
  hasGap,
  lastCursor,
  openLibrary,
  type Library,
} from '../event-library.ts'
import { ask, embeddedPostgres, read, write } from './story.ts'

const { own, newFolder, start, startedBefore } = embeddedPostgres()

test('The path of the data folder can be long, with spaces and letters of any language', async () => {
  own.dataDir = newFolder(join('a long way to the database – да', 'x'.repeat(120), 'y'.repeat(120)))
  await startedBefore()
  const database = await start()

  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('A copied data folder runs beside the original', async () => {
  await startedBefore()
  const first = await start()
  await write(first.url, 'ada')
  await first.stop()
  const original = own.dataDir
  own.dataDir = newFolder('copy')
  await cp(original, own.dataDir, { recursive: true })
  const copy = await start()
  await write(copy.url, 'grace')
  own.dataDir = original

  expect(await read((await start()).url)).toEqual(['ada'])
})

test('In a data folder restored from a copy, cursors of what was lost have a gap', async () => {
  await startedBefore()
  const early = await during(async (library) => {
    await addBooks(library, 'a', 'b')
    return lastCursor(library)
  })
  const backup = newFolder('backup')
  await cp(own.dataDir, backup, { recursive: true })
  const lost = await during(async (library) => {
    await addBooks(library, 'lost')
    return lastCursor(library)
  })
  own.dataDir = backup
  await during(async (library) => {
    await addBooks(library, 'c')
    expect(await hasGap(library, lost)).toBe(true)
    // Its era is unknown here, so the reader gets all that the log keeps.
    expect(await booksAfter(library, lost)).toEqual(['a', 'b', 'c'])
    expect(await booksAfter(library, early)).toEqual(['c'])
  })
})

/** Starts the database of the data folder for something that a service does. */
async function during<Value>(run: (library: Library) => Promise<Value>): Promise<Value> {
  const database = await start()
  const library = await openLibrary(database.url)
  const value = await run(library)
  await library.destroy()
  await database.stop()
  return value
}

test('A copy made while the original runs leaves the original alone', async () => {
  await startedBefore()
  const original = await start()
  const copied = newFolder('live-copy')
  // Node's own copy refuses sockets.
  await promisify(execFile)('cp', ['-r', own.dataDir, copied])
  own.dataDir = copied
  await start()

  expect(await ask(original.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('A second data folder that links to the same database does not take it away', async () => {
  await startedBefore()
  const owner = await start()
  const linked = newFolder('linked')
  await mkdir(linked)
  await cp(join(own.dataDir, 'postgres.json'), join(linked, 'postgres.json'))
  await symlink(join(own.dataDir, 'postgres'), join(linked, 'postgres'))
  own.dataDir = linked

  await expect(start()).rejects.toThrow(/already running/)
  expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await rm(linked, { recursive: true })
})

test('A lost password is reported, not replaced', async () => {
  await startedBefore()
  await rm(join(own.dataDir, 'postgres.json'))

  await expect(start()).rejects.toThrow(/postgres\.json is missing/)
})

test.runIf(getuid?.() === 0)('Root may keep its project where nobody else can enter', async () => {
  await mkdir(join(own.base, 'home'), { mode: 0o700 })
  own.dataDir = newFolder('home/project/.data')
  const first = await start()
  await write(first.url, 'ada')
  await first.stop()
  const cluster = await readlink(join(own.dataDir, 'postgres'))

  expect(own.logged).toEqual([expect.stringContaining(`The data is in ${cluster}`)])
  expect(await read((await start()).url)).toEqual(['ada'])
  for (const database of own.running) await database.stop()
  await removeEmbeddedPostgres(own.dataDir)
  expect(existsSync(cluster)).toBe(false)
})
