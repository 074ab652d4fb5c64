// What the commands of administration share: the running system's database, and how they speak.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import type { Connection, PageArguments } from '#foundation/database/pagination.ts'
import { DomainError, issuesOf } from '#foundation/domain/errors.ts'
import { SettingError } from '#foundation/process/config.ts'
import { printable, runningDatabases } from '#foundation/service/command.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import type { Administration } from './domain/administrator.ts'
import type { IdentityTables } from './tables.ts'

/** Makes administrative changes in the running system, as whoever may run a command there. */
export async function administer<T>(work: (ctx: Administration) => Promise<T>): Promise<T> {
  // Not needed by who is only told that a command is wrong, and slow to load.
  const { identity } = await import('./subgraph.ts')
  const url = (await runningDatabases(process.env, [identity])).get(identity)!
  const db = openDatabase<IdentityTables>(url, identity.name, createLog('silent', 'command'))
  try {
    return await work(asCommand(db))
  } finally {
    await db.destroy()
  }
}

/** A command stands behind its changes, and no person. */
export function asCommand(db: Kysely<IdentityTables>): Administration {
  const requestId = crypto.randomUUID()
  return { db, now: () => new Date(), address: 'command', requestId, viewer: undefined }
}

/** The options of an action that takes nothing else. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  return parseArgs({ args, options, allowPositionals: false }).values
}

/** The id of the one thing that an action is about. @throws a sentence */
export function readId(args: string[], what: string): string {
  return readOne(args, `Name the id of one ${what}: \`list\` tells them.`)
}

/** The one argument of an action. @throws the sentence when there is none, or more */
export function readOne(args: string[], sentence: string): string {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [one] = positionals
  if (one !== undefined && positionals.length === 1) return one
  throw new SettingError(sentence)
}

/** A value of an option that must be there. @throws a sentence */
export function required(option: string, value: string | undefined): string {
  if (value !== undefined) return value
  throw new SettingError(`--${option} is required.`)
}

/** A refusal by the fields of the API, told by the options they were given as. */
export async function tellOptions<T>(
  options: Readonly<Record<string, string>>,
  work: Promise<T>,
): Promise<T> {
  return work.catch((error: unknown) => {
    const issues = error instanceof DomainError ? issuesOf(error) : []
    if (issues.length === 0) throw error
    const told = issues.map(({ field, reason }) => {
      const [name = '', place] = field.split('.')
      const option = `--${options[name] ?? name}`
      return place === undefined
        ? `${option} ${reason}`
        : `${option} (${Number(place) + 1}) ${reason}`
    })
    throw new SettingError(`${told.join('; ')}.`)
  })
}

/** A whole list, asked for page by page. */
export async function allOf<Node>(
  list: (page: PageArguments) => Promise<Connection<Node>>,
): Promise<Node[]> {
  const nodes: Node[] = []
  let page: Connection<Node>
  let after: string | undefined
  do {
    page = await list({ first: 100, after })
    nodes.push(...page.nodes)
    after = page.nodes.at(-1) && page.cursorOf(page.nodes.at(-1)!)
  } while (page.hasNextPage)
  return nodes
}

type Cell = string | Date | null

/** Prints rows under the names of their columns. */
export function printTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const lines = [columns, ...rows.map((row) => row.map(cellText))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  for (const line of lines) {
    console.log(
      line
        .map((text, at) => text.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
  }
}

function cellText(cell: Cell): string {
  if (cell === null) return '-'
  return cell instanceof Date ? cell.toISOString() : printable(cell)
}

/** Prints an id and the secret that is told this once, each on a line of its own. */
export function printSecret(id: string, name: string, secret: string | null): void {
  console.log(`id ${id}`)
  if (secret === null) return
  console.log(`${name} ${secret}`)
  console.error(`Keep the ${name}: it is told this once.`)
}
