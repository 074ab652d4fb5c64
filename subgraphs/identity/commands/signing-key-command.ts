// `npm run signing-key -- list` and `-- rotate [--now]`: the keys that sign access tokens and ID tokens.
import { readConfig } from '#foundation/process/config.ts'
import { runAction } from '#foundation/service/command.ts'
import { administer, readOptions } from './command.ts'
import { rotateSigningKeys } from '../domain/administration/signing-key-change.ts'
import { readKeys, requireKeys } from '../oauth/keys/key-file.ts'
import { keyState } from '../oauth/keys/key-state.ts'
import { addNextKeys, replaceKeys } from '../oauth/keys/rotation.ts'
import {
  ALGORITHMS,
  algorithmOf,
  publishedKeysAt,
  type SigningKeys,
} from '../oauth/keys/signing-keys.ts'
import { identity } from '../subgraph.ts'

async function list(args: string[]): Promise<void> {
  readOptions(args, {})
  await printKeys(await folderWithKeys())
}

async function rotate(args: string[]): Promise<void> {
  const { now } = readOptions(args, { now: { type: 'boolean', default: false } })
  const dataDir = await folderWithKeys()
  const change = now ? replaceKeys : addNextKeys
  const isChanged = await administer((ctx) =>
    rotateSigningKeys(ctx, () => change(dataDir, ctx.now())),
  )
  await printKeys(dataDir)
  if (now) console.log('Tokens signed by other keys become invalid within five minutes.')
  if (!isChanged) console.log('Nothing changed: the next keys are already published.')
}

async function folderWithKeys(): Promise<string> {
  const { dataDir } = readConfig(process.env, [identity])
  await requireKeys(dataDir)
  return dataDir
}

async function printKeys(dataDir: string): Promise<void> {
  const now = new Date()
  for (const algorithm of ALGORITHMS) print(await readKeys(dataDir, now, algorithm), now)
}

function print(keys: SigningKeys, now: Date): void {
  for (const key of publishedKeysAt(keys, now)) {
    console.log(`${key.jwk.kid}  ${algorithmOf(key.jwk)}  ${keyState(key, keys, now)}`)
  }
}

const USAGE = `Lists and rotates the keys that sign tokens. See docs/operations.md, "Signing keys".

  signing-key -- list          prints the published keys, and what each is used for
  signing-key -- rotate        publishes the next keys, which sign 15 minutes later
      --now                    replaces all keys at once, after a leak`

await runAction({ list, rotate }, USAGE)
