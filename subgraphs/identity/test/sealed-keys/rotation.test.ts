// Signing keys are rotated, and sealed with a new KEY_ENCRYPTION_KEY, by one process at a time.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Kysely } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { openTables } from '#test/database.ts'
import { resealAll } from '../../domain/sealing/sealed-rows.ts'
import { createKeyring } from '../../oauth/keys/keyring.ts'
import { addNextKeys, replaceKeys } from '../../oauth/keys/rotation.ts'
import { ALGORITHMS } from '../../oauth/keys/signing-keys.ts'
import type { IdentityTables } from '../../tables.ts'
import { KEY, kidsOf, NEWER, now, sealedKeys } from './story.ts'

const { own, start, storeOf, secretOf, sealedRows, sealingKeys } = sealedKeys()

test('Processes that rotate the signing keys at once add one key of each algorithm', async () => {
  await start()
  const before = await kidsOf(storeOf())
  const stores = [storeOf(), storeOf({ on: own.second }), storeOf(), storeOf({ on: own.second })]
  const changes = await Promise.all(stores.map((store) => addNextKeys(store, now())))
  // One process may add the key of one algorithm, and another one that of the other.
  expect(changes).toContain(true)
  const after = await kidsOf(storeOf())
  expect(after).toHaveLength(2 * ALGORITHMS.length)
  expect(after).toEqual(expect.arrayContaining(before))
})

test('Another process publishes a rotated key within two seconds', async () => {
  await start()
  let time = Date.now()
  const keyring = createKeyring(storeOf({ on: own.second }), () => new Date(time), testLog)
  const published = async () => (await keyring.published()).keys.length
  expect(await published()).toBe(1)
  await addNextKeys(storeOf(), new Date(time))
  time += 1_999
  expect(await published()).toBe(1)
  time += 1
  expect(await published()).toBe(2)
})

test('While the database is away, the last keys stay in use, and its outage alone is logged', async () => {
  await start()
  let time = Date.now()
  const proxy = await startDatabaseProxy(own.databaseUrl)
  const away = openTables<IdentityTables>(proxy, 'identity')
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const keyring = createKeyring(storeOf({ on: away }), () => new Date(time), log)
  const { kid } = await keyring.signingKey()
  proxy.stop()
  for (let turn = 0; turn < 3; turn += 1) {
    time += 2_000
    expect((await keyring.signingKey()).kid).toBe(kid)
  }
  expect(lines).toEqual([])
  await away.destroy()
  time += 2_000
  expect((await keyring.signingKey()).kid).toBe(kid)
  expect(lines).toHaveLength(1)
  await proxy.close()
})

test('A process with the old KEY_ENCRYPTION_KEY says after `reseal` that it cannot read the keys', async () => {
  await start()
  let time = Date.now()
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const keyring = createKeyring(storeOf(), () => new Date(time), log)
  expect(await keyring.readAgeSeconds()).toBe(0)
  await own.db.transaction().execute((trx) => resealAll(trx, [NEWER, KEY]))
  time += 600_000
  expect(await keyring.readAgeSeconds()).toBe(600)
  expect(lines).toEqual([expect.stringContaining('the signing keys cannot be read')])
})

test('A running process refuses a withdrawn key that somebody has put back', async () => {
  await start()
  let time = Date.now()
  const earlier = await sealedRows()
  const keyring = createKeyring(storeOf(), () => new Date(time), testLog)
  await keyring.signingKey()
  await replaceKeys(storeOf(), new Date(time))
  time += 2_000
  const { kid } = await keyring.signingKey()
  for (const { name, jwe } of earlier) {
    await own.db.updateTable('sealedSecrets').set({ jwe }).where('name', '=', name).execute()
  }
  time += 2_000
  expect((await keyring.published()).keys.map((key) => key.kid)).toEqual([kid])
  expect(await keyring.readAgeSeconds()).toBe(2)
})

test('A new KEY_ENCRYPTION_KEY seals nothing before `reseal`, so that a process with the old one goes on', async () => {
  await start()
  const [sealedWith] = await sealingKeys()
  await start({ keys: [NEWER, KEY] })
  await addNextKeys(storeOf({ keys: [NEWER, KEY] }), now())
  expect(await sealingKeys()).toEqual(new Set([sealedWith]))
  expect(await kidsOf(storeOf())).toHaveLength(2 * ALGORITHMS.length)
})

test('After `reseal`, the old KEY_ENCRYPTION_KEY is not needed, and does not open anything', async () => {
  await start()
  const kids = await kidsOf(storeOf())
  const secret = await secretOf()
  const reseal = (on: Kysely<IdentityTables>) =>
    on.transaction().execute((trx) => resealAll(trx, [NEWER, KEY]))
  const changes = await Promise.all([reseal(own.db), reseal(own.second)])
  expect(changes.filter(Boolean)).toHaveLength(1)
  await start({ keys: [NEWER] })
  expect(await kidsOf(storeOf({ keys: [NEWER] }))).toEqual(kids)
  expect(await secretOf({ keys: [NEWER] })).toEqual(secret)
  await expect(start()).rejects.toThrow('KEY_ENCRYPTION_KEY does not open')
})
