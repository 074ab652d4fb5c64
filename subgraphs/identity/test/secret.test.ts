// The authorization server's secret: created once, kept private, shared by all processes of the folder.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecretFile } from '../domain/sealing/identity-secret.ts'

let dataDir: string
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-secret-'))))
afterEach(() => rm(dataDir, { recursive: true }))

test('The secret is created once, even by processes that start at the same moment', async () => {
  const folder = join(dataDir, 'not', 'there', 'yet')
  const secrets = await Promise.all(Array.from({ length: 10 }, () => readSecretFile(folder)))
  expect(secrets[0]).toHaveLength(32)
  for (const secret of secrets) expect(secret).toEqual(secrets[0])
  expect(await readSecretFile(folder)).toEqual(secrets[0])
  expect((await stat(join(folder, 'identity-secret'))).mode & 0o777).toBe(0o600)
})

test.each(['', 'c2hvcnQ', 'a'.repeat(44)])(
  'A secret file that holds %j is refused',
  async (text) => {
    await writeFile(join(dataDir, 'identity-secret'), text)
    await expect(readSecretFile(dataDir)).rejects.toThrow('must hold 32 bytes')
  },
)
