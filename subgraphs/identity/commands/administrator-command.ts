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

const USAGE = `Who administers the system. docs/operations.md says more under "Clients, admin keys and administrators".

  administrator -- list              prints the administrators
  administrator -- add USERNAME      makes somebody an administrator
  administrator -- remove USERNAME   makes them a member again`

await runAction({ list, add, remove }, USAGE)
