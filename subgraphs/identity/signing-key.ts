// `npm run signing-key -- list` and `-- rotate [--now]`: the keys that sign access tokens and ID tokens.
import { readConfig } from '#foundation/process/config.ts'
import { runAction } from '#foundation/service/command.ts'
import { readOptions } from './command.ts'
import { changeKeys, readKeys, requireKeys } from './oauth/keys/key-file.ts'
import { keyState } from './oauth/keys/key-state.ts'
import {
  algorithmOf,
  makeKey,
  publishedKeysAt,
  withNextKey,
  type Algorithm,
  type SigningKeys,
} from './oauth/keys/signing-keys.ts'
import { identity } from './subgraph.ts'

const ALGORITHMS: readonly Algorithm[] = ['ES256', 'RS256']

async function list(args: string[]): Promise<void> {
  readOptions(args, {})
  const now = new Date()
  const dataDir = await folderWithKeys()
  for (const algorithm of ALGORITHMS) print(await readKeys(dataDir, now, algorithm), now)
}

async function rotate(args: string[]): Promise<void> {
  const values = readOptions(args, { now: { type: 'boolean', default: false } })
  await (values.now ? replaceAll() : addNext())
}

/** Running processes publish the new key at once and sign with it after 15 minutes. */
async function addNext(): Promise<void> {
  await changeAll((keys, now) => withNextKey(keys, now))
}

/** For a leaked key: everything signed so far becomes invalid. */
async function replaceAll(): Promise<void> {
  await changeAll(async ([{ jwk }], now) => [await makeKey(now, algorithmOf(jwk))])
  console.log('Tokens signed by other keys become invalid within five minutes.')
}

async function changeAll(
  change: (keys: SigningKeys, now: Date) => Promise<SigningKeys>,
): Promise<void> {
  const now = new Date()
  const dataDir = await folderWithKeys()
  for (const algorithm of ALGORITHMS) {
    print(await changeKeys(dataDir, now, (read) => change(read, now), algorithm), now)
  }
}

async function folderWithKeys(): Promise<string> {
  const { dataDir } = readConfig(process.env, [identity])
  await requireKeys(dataDir)
  return dataDir
}

function print(keys: SigningKeys, now: Date): void {
  for (const key of publishedKeysAt(keys, now)) {
    console.log(`${key.jwk.kid}  ${algorithmOf(key.jwk)}  ${keyState(key, keys, now)}`)
  }
}

await runAction({ list, rotate })
