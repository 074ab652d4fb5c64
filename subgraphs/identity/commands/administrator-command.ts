// `npm run administrator`: lists, adds and removes administrators of the running system.
import { runAction } from '#foundation/service/command.ts'
import { administer, allOf, printTable, readOne, readOptions } from './command.ts'
import {
  addAdministrator,
  listAdministrators,
  removeAdministrator,
} from '../domain/administration/administrator.ts'

async function list(args: string[]): Promise<void> {
  readOptions(args, {})
  const people = await administer((ctx) => allOf((page) => listAdministrators(ctx, page)))
  printTable(
    ['id', 'username', 'display name', 'joined', 'disabled'],
    people.map(({ id, username, displayName, createdAt, disabledAt }) => [
      id,
      username,
      displayName,
      createdAt,
      disabledAt,
    ]),
  )
}

async function add(args: string[]): Promise<void> {
  const username = readUsername(args)
  await administer((ctx) => addAdministrator(ctx, username))
  console.log(`${username} is an administrator.`)
}

async function remove(args: string[]): Promise<void> {
  const username = readUsername(args)
  await administer((ctx) => removeAdministrator(ctx, username))
  console.log(`${username} is not an administrator.`)
}

function readUsername(args: string[]): string {
  return readOne(args, 'Give the username of one person.')
}

const USAGE = `Lists, adds and removes administrators.
See docs/operations/clients-and-administrators.md.

  administrator -- list              prints the administrators
  administrator -- add USERNAME      makes somebody an administrator
  administrator -- remove USERNAME   takes the role from them`

await runAction({ list, add, remove }, USAGE)
