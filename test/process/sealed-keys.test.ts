// Processes of the ID service that share a database and no folder: sign-ins, rotations, takeover, lost keys.
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  installMachines,
  joinMachines,
  signInAcross,
  stopAll,
  type KeySettings,
  type Machines,
} from './support/identity-machines.ts'
import { findInDatabase } from '#test/leaving.ts'
import { refresh, registerApp } from '#test/oauth.ts'
import { PROCESS_TEST_MS, TIMEOUT } from '#test/process.ts'
import { loadIdentitySecret } from '../../subgraphs/identity/domain/sealing/identity-secret.ts'
import { keyStoreOf } from '../../subgraphs/identity/oauth/keys/key-store.ts'
import { ALGORITHMS } from '../../subgraphs/identity/oauth/keys/signing-keys.ts'

const timeout = PROCESS_TEST_MS
const newKey = () => randomBytes(32).toString('base64')
const kidOf = (token: string) => decodeProtectedHeader(token).kid!

let machines: Machines
beforeEach(async () => void (machines = await installMachines()), timeout)
afterEach(() => machines.remove(), timeout)

/** Expects that the service refuses to start with this sentence alone. */
async function expectRefusal(settings: KeySettings, sentence: RegExp): Promise<void> {
  const { code, output } = await machines.refusal(0, settings)
  const [line, ...more] = output.trim().split('\n')
  expect({ code, more }, line).toEqual({ code: 1, more: [] })
  expect(line).toMatch(sentence)
}

test(
  'Two processes with empty folders share sign-ins, factors and rotated keys, in production on an empty database',
  { timeout },
  async () => {
    const { command, publishedAt, start, userinfoAt } = machines
    const key = newKey()
    const programs = await Promise.all([start(0, { key }), start(1, { key })])
    expect(programs.filter(({ output }) => /new secrets are sealed/.test(output()))).toHaveLength(1)
    const app = await joinMachines(machines)
    const client = await registerApp(machines)
    const tokens = await signInAcross(machines, client, app)
    const published = await publishedAt(0)
    expect(published).toEqual(
      expect.arrayContaining([tokens.access_token, tokens.id_token!].map(kidOf)),
    )
    expect(await publishedAt(1)).toEqual(published)
    expect(await userinfoAt(1, tokens.access_token)).toBe(200)

    const printed = await command(['rotate', '--now'], { key })
    const replaced = printed.match(/^[\da-f-]{36}/gm)
    expect(replaced).toHaveLength(ALGORITHMS.length)
    for (const machine of [0, 1]) {
      await vi.waitFor(async () => expect(await publishedAt(machine)).toEqual(replaced), TIMEOUT)
    }
    await machines.use(1)
    const { body } = await refresh(machines, client, tokens.refresh_token)
    const renewed = body.access_token as string
    expect(replaced).toContain(kidOf(renewed))
    await vi.waitFor(async () => expect(await userinfoAt(0, renewed)).toBe(200), TIMEOUT)

    await command(['rotate'], { key })
    const keysAt = async (machine: number) => (await publishedAt(machine)).length
    for (const machine of [0, 1]) {
      await vi.waitFor(async () => expect(await keysAt(machine)).toBe(4), TIMEOUT)
    }
    expect(await publishedAt(0)).toEqual(await publishedAt(1))
    await stopAll(...programs)
    for (const folder of machines.folders) expect(await readdir(folder)).toEqual([])
    await expectSealed(Buffer.from(key, 'base64'))
  },
)

/** Expects that no column of Identity's schema holds a private key or the secret, in any encoding. */
async function expectSealed(key: Buffer): Promise<void> {
  const { db } = machines
  const settings = { dataDir: 'none', keyEncryptionKeys: [key] as const }
  const store = keyStoreOf({ db, settings })
  const lists = ALGORITHMS.map((algorithm) => store.read(algorithm, new Date()))
  const keys = (await Promise.all(lists)).flat()
  const members = keys.flatMap(({ jwk: { d, p, q, dp, dq, qi } }) => [d, p, q, dp, dq, qi])
  const secret = await loadIdentitySecret({ db, settings })
  const parts = members.flatMap((part) =>
    part === undefined ? [] : Buffer.from(part, 'base64url'),
  )
  expect(parts).toHaveLength(2 * (1 + 6))
  const forms = [key, secret, ...parts].flatMap(formsOf)
  expect(await findInDatabase(db, forms)).toEqual([])
  // The search finds what is not sealed, as text and as bytes.
  const until = new Date()
  const text = `of ${parts[0]!.toString('base64url')}`
  await db.insertInto('brakes').values({ key: text, attempts: 1, until }).execute()
  await db.insertInto('departedUsernames').values({ nameHash: secret, until }).execute()
  expect(await findInDatabase(db, forms)).toEqual([
    expect.stringMatching(/^identity\.brakes\.key: /),
    expect.stringMatching(/^identity\.departed_usernames\.name_hash: /),
  ])
}

/** The secret in any usual encoding of its bytes. */
const formsOf = (secret: Buffer) => [
  secret.toString('base64url'),
  secret.toString('base64').replaceAll('=', ''),
  secret.toString('hex'),
]

test(
  'Two processes take an old folder over at once, and nobody is locked out; another key or none is refused',
  { timeout },
  async () => {
    const { publishedAt, start, userinfoAt } = machines
    const [folder, empty] = machines.folders as [string, string]
    const key = newKey()
    const before = await start(0, {})
    expect(before.output()).toContain('KEY_ENCRYPTION_KEY is not set')
    const app = await joinMachines(machines)
    const client = await registerApp(machines)
    const published = await publishedAt(0)
    await stopAll(before)
    await expectRefusal(
      { key, folder: empty },
      /^DATA_DIR: \S+ holds no identity-secret, and the database was used with one\. Set DATA_DIR /,
    )

    const programs = await Promise.all([start(0, { key, folder }), start(1, { key, folder })])
    const reports = programs.filter(({ output }) => /are now sealed in the database/.test(output()))
    expect(reports).toHaveLength(1)
    for (const machine of [0, 1]) expect(await publishedAt(machine)).toEqual(published)
    const tokens = await signInAcross(machines, client, app)
    expect(await userinfoAt(1, tokens.access_token)).toBe(200)
    await stopAll(...programs)

    const wrong = /^KEY_ENCRYPTION_KEY does not open identity-secret in the database\. Set it to /
    await expectRefusal({ key: newKey() }, wrong)
    const missing =
      /^KEY_ENCRYPTION_KEY is not set, but the database holds secrets that are sealed /
    await expectRefusal({ folder }, missing)
    const again = await start(1, { key, args: ['main.ts'] })
    expect(await publishedAt(1)).toEqual(published)
    await stopAll(again)
  },
)

test(
  'KEY_ENCRYPTION_KEY is rotated while processes run, and a lost one is replaced by the folder or by new keys',
  { timeout },
  async () => {
    const { command, publishedAt, start } = machines
    const folder = machines.folders[0]!
    const [old, key, third] = [newKey(), newKey(), newKey()]
    const both = `${key},${old}`
    const before = await start(0, {})
    const app = await joinMachines(machines)
    const client = await registerApp(machines)
    await stopAll(before)
    const early = await start(0, { key: old })
    const late = await start(1, { key: both })
    expect(late.output()).toContain('`npm run signing-key -- reseal`')
    const published = await publishedAt(0)
    await signInAcross(machines, client, app)
    await stopAll(early)
    const restarted = await start(0, { key: both })
    expect(await command(['reseal'], { key: both })).toMatch(
      /^Everything is sealed with the newest/,
    )
    expect(await command(['reseal'], { key: both })).toMatch(/^Nothing changed: everything was/)
    await stopAll(restarted, late)
    await expectRefusal({ key: old }, /^KEY_ENCRYPTION_KEY does not open /)
    const after = await start(0, { key })
    expect(await publishedAt(0)).toEqual(published)
    await stopAll(after)

    const restored = await command(['replace-sealed', '--from-folder'], { key: third, folder })
    expect(restored).toContain('Restart every process of the ID service.')
    const programs = await Promise.all([start(0, { key: third }), start(1, { key: third })])
    await signInAcross(machines, client, app)
    await stopAll(...programs)

    await command(['replace-sealed'], { key: third })
    const anew = await Promise.all([start(0, { key: third }), start(1, { key: third })])
    expect(await publishedAt(0)).not.toEqual(expect.arrayContaining(published))
    // The key of the app was sealed with the former secret.
    await expect(signInAcross(machines, client, app)).rejects.toThrow('posts to /consent')
    await stopAll(...anew)
  },
)
