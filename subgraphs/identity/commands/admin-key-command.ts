// `npm run admin-key`: creates, lists and revokes admin API keys of the running system.
import { printable, runAction } from '#foundation/service/command.ts'
import {
  administer,
  allOf,
  printSecret,
  printTable,
  readId,
  readOptions,
  required,
  byOptions,
} from './command.ts'
import {
  createAdminKey,
  listAdminKeys,
  revokeAdminKey,
} from '../domain/administration/admin-key.ts'

async function add(args: string[]): Promise<void> {
  const values = readOptions(args, { name: { type: 'string' } })
  const name = required('name', values.name)
  await administer(async (ctx) => {
    const { adminKey, key } = await byOptions({}, createAdminKey(ctx, { name }))
    printSecret(adminKey.id, 'key', key)
  })
}

async function list(args: string[]): Promise<void> {
  readOptions(args, {})
  const keys = await administer((ctx) => allOf((page) => listAdminKeys(ctx, page)))
  printTable(
    ['id', 'name', 'created', 'revoked'],
    keys.map(({ id, name, createdAt, revokedAt }) => [id, name, createdAt, revokedAt]),
  )
}

async function revoke(args: string[]): Promise<void> {
  const id = readId(args, 'admin key')
  const { name } = await administer((ctx) => revokeAdminKey(ctx, id))
  console.log(`${printable(name)} is revoked.`)
}

const USAGE = `Manages the admin API keys, with which programs issue credentials.
See docs/operations/clients-and-administrators.md.

  admin-key -- add --name TEXT   creates a key, and prints its id and the key
  admin-key -- list              prints the keys without their secrets
  admin-key -- revoke ID         revokes a key for good`

await runAction({ add, list, revoke }, USAGE)
