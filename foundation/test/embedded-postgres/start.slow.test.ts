// An embedded database starts, once for a folder, and stops.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runningPostgresUrl } from '#foundation/postgres/embedded.ts'
import { TIMEOUT } from '#test/process.ts'
import { ask, embeddedPostgres, read, write } from './story.ts'

const { own, newFolder, start, startedBefore, startInChild, modeOf } = embeddedPostgres()

test('The first start makes the database, and the next one finds what was written', async () => {
  const first = await start()
  await write(first.url, 'ada')
  await first.stop()
  const second = await start()

  expect([first.firstStart, second.firstStart]).toEqual([true, false])
  expect(await read(second.url)).toEqual(['ada'])
  expect(second.url, 'the port and the password stay').toBe(first.url)
})

test('The database listens on a Unix socket that nobody else can open, and on TCP', async () => {
  await startedBefore()
  const { url, nearestUrl } = await start()

  const connection = 'select inet_server_addr() is null as local'
  expect(await ask(nearestUrl, connection)).toEqual([{ local: true }])
  expect(await ask(url, connection)).toEqual([{ local: false }])
  expect(modeOf(join('postgres', `.s.PGSQL.${new URL(url).port}`))).toBe(0o700)
})

test('A folder whose path is too long for a socket is used over TCP', async () => {
  own.dataDir = join(newFolder('long'), 'a-folder-of-a-name'.repeat(5))
  const { url, nearestUrl } = await start()

  expect(nearestUrl).toBe(url)
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('The database understands Unicode and keeps what is committed', async () => {
  await startedBefore()
  const { url } = await start({ durable: true })

  expect(await ask(url, "select 'ÅSA' ilike 'åsa' as alike")).toEqual([{ alike: true }])
  expect(await ask(url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await ask(url, 'show max_connections')).toEqual([{ max_connections: '200' }])
  expect(await ask(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
})

test('The log says which rule was broken, and nothing about the row', async () => {
  await startedBefore()
  const { url } = await start()
  await ask(url, 'create table people (name text constraint one_of_a_name unique)')
  await ask(url, "insert into people values ('grace')")
  await expect(ask(url, "insert into people values ('grace')")).rejects.toThrow('one_of_a_name')

  const log = readFileSync(join(own.dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('one_of_a_name')
  expect(log).not.toContain('grace')
})

test('Nobody else can read the password or the data', async () => {
  await startedBefore()
  await start()

  expect(modeOf('postgres.json')).toBe(0o600)
  expect(modeOf('postgres.log')).toBe(0o600)
  expect(modeOf('postgres')).toBe(0o700)
})

test('A second start in the same folder says that it is already running', async () => {
  await startedBefore()
  const first = await start()

  await expect(start()).rejects.toThrow(/already running.*DATA_DIR/)
  expect((await startInChild().reported()).refusal).toContain(own.dataDir)
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('Of two processes that start at the same moment, one wins', async () => {
  const children = [startInChild(), startInChild(), startInChild()]
  const reported = await Promise.all(children.map((child) => child.reported()))

  expect(reported.filter(({ firstStart }) => firstStart)).toHaveLength(1)
  expect(reported.filter(({ refusal }) => refusal?.includes('already running'))).toHaveLength(2)
  const winner = reported.find(({ url }) => url !== undefined)
  expect(await ask(winner!.url!, 'select 1 as one')).toEqual([{ one: 1 }])
  await Promise.all(children.map((child) => child.kill()))
})

test('Of several simultaneous starts of an existing database, one wins', async () => {
  await startedBefore()
  const children = [startInChild(), startInChild(), startInChild()]
  const reported = await Promise.all(children.map((child) => child.reported()))

  expect(reported.filter(({ url }) => url !== undefined)).toHaveLength(1)
  await Promise.all(children.map((child) => child.kill()))
})

test('A database can be stopped again, and at the same time', async () => {
  await startedBefore()
  const database = await start()
  await Promise.all([database.stop(), database.stop()])
  await database.stop()

  expect(existsSync(join(own.dataDir, 'postgres/postmaster.pid'))).toBe(false)
  expect(own.logged).toEqual([])
})

test('Ctrl-C reaches the process and not its server, which runs until it is stopped', async () => {
  await startedBefore()
  const child = startInChild()
  await child.reported()
  child.interruptGroup()

  expect(await child.reported()).toEqual({ databaseAfterSignal: { answers: true } })
  expect(existsSync(join(own.dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('A start does not wait for a port that another program uses', async () => {
  await startedBefore()
  const first = await start()
  await first.stop()
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(squatter, 'listening')
  const second = await start()
  squatter.close()

  expect(new URL(second.url).port).not.toBe(new URL(first.url).port)
})

test('A server that cannot start shows the end of its log', async () => {
  await startedBefore()
  await writeFile(join(own.dataDir, 'postgres/postgresql.auto.conf'), 'work_mem = none\n')

  await expect(start()).rejects.toThrow(/postgres\.log ends with:\n.*work_mem/)
})

test('Commands find the URL while a process runs, and only then', async () => {
  await startedBefore()
  expect(await runningPostgresUrl(join(own.base, 'nowhere'))).toBeUndefined()
  const child = startInChild()
  const { url } = await child.reported()
  expect(await runningPostgresUrl(own.dataDir)).toBe(url)
  await child.kill()
  await vi.waitUntil(async () => (await runningPostgresUrl(own.dataDir)) === undefined, TIMEOUT)
  await (await start()).stop()

  expect(await runningPostgresUrl(own.dataDir)).toBeUndefined()
})
