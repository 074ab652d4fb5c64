// An embedded database starts after its server, its process or its first start was killed.
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kill } from 'node:process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { removeEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import { TIMEOUT } from '#test/process.ts'
import { ask, embeddedPostgres, read, write } from './story.ts'

const { own, start, startedBefore, startInChild, serverPid, unfinished } = embeddedPostgres()

test('The socket files of a killed server do not prevent a start', async () => {
  await startedBefore()
  const { port } = new URL((await start()).url)
  await own.running[0]!.stop()
  const left = join(own.dataDir, 'postgres', `.s.PGSQL.${port}`)
  await writeFile(left, '')
  // As if a new process had the id of the killed server.
  await writeFile(`${left}.lock`, `${process.ppid}\n`)
  const { nearestUrl } = await start()

  expect(await ask(nearestUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('After kill -9 of the process, the next start finds the data', async () => {
  await startedBefore()
  const child = startInChild()
  const { url } = await child.reported()
  await write(url!, 'grace')
  await child.kill()
  expect(await ask(url!, 'select 1 as one'), 'the server is an orphan').toEqual([{ one: 1 }])
  const next = await start()

  expect(next.firstStart).toBe(false)
  expect(await read(next.url)).toEqual(['grace'])
})

test('After kill -9 of the process and its server, the next start finds the data', async () => {
  await startedBefore()
  const child = startInChild('durable')
  const { url } = await child.reported()
  await write(url!, 'grace')
  await child.kill()
  kill(serverPid(), 'SIGKILL')

  expect(await read((await start()).url)).toEqual(['grace'])
})

test('After kill -9 of the server, its process logs it, continues, and can start again', async () => {
  await startedBefore()
  const first = await start({ durable: true })
  await write(first.url, 'ada')
  kill(serverPid(), 'SIGKILL')
  await vi.waitUntil(
    () => own.logged.some((line) => line.includes('stopped unexpectedly')),
    TIMEOUT,
  )
  const second = await start()
  await first.stop()

  expect(await read(second.url)).toEqual(['ada'])
})

test('Stopping does no harm when the server was killed a moment ago', async () => {
  await startedBefore()
  const database = await start()
  kill(serverPid(), 'SIGKILL')

  await database.stop()
})

test('An interrupted first start is repeated', async () => {
  let halfway = await killHalfway()
  // On a busy machine initdb may be faster than the kill.
  for (let again = 0; again < 2 && !halfway; again += 1) {
    await removeEmbeddedPostgres(own.dataDir)
    halfway = await killHalfway()
  }
  expect(halfway).toBe(true)
  const database = await start()

  expect(database.firstStart).toBe(true)
  await write(database.url, 'ada')
})

test('The remains of an interrupted first start are deleted', async () => {
  await mkdir(join(own.dataDir, 'postgres.new-abcdef/data'), { recursive: true })
  await writeFile(join(own.dataDir, 'postgres.new-abcdef/data/PG_VERSION'), '18\n')
  await start()

  expect(unfinished()).toEqual([])
})

test('A postmaster.pid that names another process does not prevent a start', async () => {
  await startedBefore()
  const file = join(own.dataDir, 'postgres/postmaster.pid')
  await writeFile(file, `${process.pid}\n${own.dataDir}/postgres\n1\n1\n\n127.0.0.1\n`)
  // With a clock that stands still, a start that waited for the remains of a server would never end.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await start()

  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('The database is not removed under a running process, and is removed under an orphan', async () => {
  await startedBefore()
  const child = startInChild()
  await child.reported()
  await expect(removeEmbeddedPostgres(own.dataDir)).rejects.toThrow(/not removed.*already running/)
  await child.kill()
  await removeEmbeddedPostgres(own.dataDir)

  expect(readdirSync(own.dataDir)).toEqual(['postgres.lock'])
  expect((await start()).firstStart).toBe(true)
})

/** Kills a first start during initdb; false when initdb had finished by then. */
async function killHalfway(): Promise<boolean> {
  const isOver = () => existsSync(join(own.dataDir, 'postgres'))
  const child = startInChild()
  await vi.waitUntil(() => unfinished().some(isBegun) || isOver(), { ...TIMEOUT, interval: 1 })
  await child.kill()
  return !isOver()
}

function isBegun(name: string): boolean {
  return existsSync(join(own.dataDir, name, 'data/PG_VERSION'))
}
