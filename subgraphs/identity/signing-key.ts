// `npm run signing-key -- list` and `-- rotate [--now]`: the keys that sign access tokens.
import { parseArgs } from 'node:util'
import { readConfig, SettingError } from '#foundation/config.ts'
import { changeKeys, readKeys } from './oauth/key-file.ts'
import {
  makeKey,
  publishedKeysAt,
  publishedUntil,
  signingKeyAt,
  withNextKey,
  type SigningKey,
  type SigningKeys,
} from './oauth/signing-keys.ts'
import { identity } from './subgraph.ts'

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { now: { type: 'boolean', default: false } },
  })
  const { dataDir } = readConfig(process.env, [identity])
  const [command] = positionals
  if (command === 'list') return list(await readKeys(dataDir, new Date()), new Date())
  if (command === 'rotate') return values.now ? replaceAll(dataDir) : rotate(dataDir)
  throw new SettingError('Say what to do: npm run signing-key -- list, or -- rotate [--now]')
}

/** Running processes publish the new key at once, and sign with it 15 minutes later. */
async function rotate(dataDir: string): Promise<string> {
  const now = new Date()
  const keys = await changeKeys(dataDir, now, (read) => withNextKey(read, now))
  return list(keys, now)
}

/** For a key that somebody else may know: nothing that was signed so far counts any more. */
async function replaceAll(dataDir: string): Promise<string> {
  const now = new Date()
  const keys = await changeKeys(dataDir, now, async () => [await makeKey(now)])
  return `${list(keys, now)}\nTokens signed by other keys end within five minutes.`
}

function list(keys: SigningKeys, now: Date): string {
  return publishedKeysAt(keys, now)
    .map((key) => `${key.jwk.kid}  ${stateOf(key, keys, now)}`)
    .join('\n')
}

function stateOf(key: SigningKey, keys: SigningKeys, now: Date): string {
  const signsFrom = key.signsFrom.toISOString()
  if (key === signingKeyAt(keys, now)) return `signs since ${signsFrom}`
  if (key.signsFrom > now) return `next, signs from ${signsFrom}`
  return `replaced, published until ${publishedUntil(keys, key)?.toISOString()}`
}

await run().then(
  (text) => console.log(text),
  (error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  },
)
