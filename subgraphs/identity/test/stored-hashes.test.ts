// How secrets are stored that could be found by trial from a plain hash (docs/security.md, "What is stored").
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testSubgraph } from '#test/subgraph.ts'
import { newUserCode, readUserCode, userCodeHash } from '../domain/authorization/user-code.ts'
import { isDeparted, reserveDeparted } from '../domain/people/departed-username.ts'
import { hashPassword } from '../domain/sign-in/password.ts'
import type { IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')

test('A password is stored as an argon2id hash of 19 MiB and 2 passes', async () => {
  expect(await hashPassword('a lamp in the harbour')).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
  )
})

test('The hash of a user code depends on the secret of the server', () => {
  const letters = readUserCode(newUserCode())!
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  expect(userCodeHash(one, letters)).toEqual(userCodeHash(one, letters))
  expect(userCodeHash(one, letters)).not.toEqual(userCodeHash(other, letters))
})

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

test('The username of somebody who left is found with the secret of the server alone', async () => {
  const withNewSecret = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'secret-'))
    folders.push(dataDir)
    return { dataDir, keyEncryptionKeys: undefined }
  }
  const [settings, others] = [await withNewSecret(), await withNewSecret()]
  const name = `p${crypto.randomUUID()}`
  const now = () => identity.clock.now
  const until = new Date(now().getTime() + 1_000)
  await identity
    .tables<IdentityTables>('identity')
    .transaction()
    .execute(async (db) => {
      await reserveDeparted({ db, now, settings }, name, until)
      expect(await isDeparted({ db, now, settings }, name)).toBe(true)
      expect(await isDeparted({ db, now, settings: others }, name)).toBe(false)
    })
})
