// A process does not start if it cannot open what is sealed, and replaces nothing.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resealAll } from '../../domain/sealing/sealed-rows.ts'
import { replaceSealed } from '../../oauth/keys/prepare-secrets.ts'
import { addNextKeys } from '../../oauth/keys/rotation.ts'
import { KEY, NEWER, now, sealedKeys } from './story.ts'

const { own, start, storeOf, secretOf, fillFolder, sealedRows } = sealedKeys()

const LOST =
  'If that key is lost, see "A lost KEY_ENCRYPTION_KEY" in docs/operations/signing-keys.md.'

test('Another key is refused, and nothing is made anew', async () => {
  await start()
  const rows = await sealedRows()
  await expect(start({ keys: [NEWER] })).rejects.toThrow(
    `KEY_ENCRYPTION_KEY does not open identity-secret in the database.`,
  )
  await expect(start({ keys: [NEWER] })).rejects.toThrow(LOST)
  expect(await sealedRows()).toEqual(rows)
})

test('A process without the key is refused while the database holds sealed keys', async () => {
  await start()
  for (const hasOwnDatabase of [true, false]) {
    await expect(start({ keys: [] }, hasOwnDatabase)).rejects.toThrow(
      'KEY_ENCRYPTION_KEY is not set, but the database holds secrets that are sealed with it.',
    )
  }
  expect(await readdir(own.dataDir)).toEqual([])
})

test('The embedded database takes no key', async () => {
  await expect(start({}, false)).rejects.toThrow('KEY_ENCRYPTION_KEY needs a database of your own')
  expect(await sealedRows()).toEqual([])
})

test('Where nothing is sealed, no rotation and no `reseal` seals anything', async () => {
  const changes = [
    () => addNextKeys(storeOf(), now()),
    () => own.db.transaction().execute((trx) => resealAll(trx, [KEY])),
  ]
  for (const change of changes) {
    await expect(change()).rejects.toThrow(/^The database holds no [a-z-]+: the first start of /)
  }
  expect(await sealedRows()).toEqual([])
})

test('A folder without identity-secret replaces nothing', async () => {
  await start()
  const rows = await sealedRows()
  await fillFolder()
  await rm(join(own.dataDir, 'identity-secret'))
  const options = { keys: [NEWER] as const, dataDir: own.dataDir, now: now() }
  const replacing = own.db.transaction().execute((trx) => replaceSealed(trx, options, true))
  await expect(replacing).rejects.toThrow(`${join(own.dataDir, 'identity-secret')} is missing.`)
  expect(await sealedRows()).toEqual(rows)
})

test('A row that was moved to another name is refused', async () => {
  await start()
  const { jwe } = (await sealedRows()).find(({ name }) => name === 'signing-keys')!
  await own.db
    .updateTable('sealedSecrets')
    .set({ jwe })
    .where('name', '=', 'identity-secret')
    .execute()
  await expect(secretOf()).rejects.toThrow(
    'The row identity-secret of sealed_secrets holds signing-keys.',
  )
})

test.each([
  ['changed', (jwe: string) => `${jwe.slice(0, -1)}${jwe.endsWith('A') ? 'Q' : 'A'}`],
  ['cut off', (jwe: string) => jwe.slice(0, 40)],
])('A row that was %s is refused', async (_what, change) => {
  await start()
  for (const { name, jwe } of await sealedRows()) {
    await own.db
      .updateTable('sealedSecrets')
      .set({ jwe: change(jwe) })
      .where('name', '=', name)
      .execute()
  }
  await expect(start()).rejects.toThrow('KEY_ENCRYPTION_KEY does not open')
})
