// The database, options and output that all administration commands use.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import type { Page } from '#foundation/database/lists/page-info.ts'
import type { Connection, PageArguments } from '#foundation/database/lists/pagination.ts'
import { DomainError, issuesOf } from '#foundation/domain/errors.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { printable, runningDatabases } from '#foundation/service/command.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import type { Administration } from '../domain/administration/administrator.ts'
import type { IdentityTables } from '../tables.ts'

/** Makes administrative changes in the running system on behalf of the operator. */
export async function administer<T>(work: (ctx: Administration) => Promise<T>): Promise<T> {
  // Slow to load, and not needed to report a wrong argument.
  const { identity } = await import('../subgraph.ts')
  const url = (await runningDatabases(process.env, [identity])).get(identity)!
  const db = openDatabase<IdentityTables>(url, identity.name, createLog('silent', 'command'))
  try {
    return await work(asCommand(db))
  } finally {
    await db.destroy()
  }
}

/** Attributes changes to the command rather than a person. */
export function asCommand(db: Kysely<IdentityTables>): Administration {
  const requestId = crypto.randomUUID()
  return { db, now: () => new Date(), address: 'command', requestId, viewer: undefined }
}

/** The options of an action that takes no arguments. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  return parseArgs({ args, options, allowPositionals: false }).values
}

/** Reads the id argument of an action. @throws SettingError unless there is exactly one */
export function readId(args: string[], what: string): string {
  return readOne(args, `Give the id of one ${what}. \`list\` shows them.`)
}

/** The only argument of an action. @throws SettingError with the given message otherwise */
export function readOne(args: string[], sentence: string): string {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [one] = positionals
  if (one !== undefined && positionals.length === 1) return one
  throw new SettingError(sentence)
}

/** The value of a required option. @throws SettingError */
export function required(option: string, value: string | undefined): string {
  if (value !== undefined) return value
  throw new SettingError(`--${option} is required.`)
}

/** Awaits `work`, and reports errors about fields of the API under the options that set them. */
export async function byOptions<T>(
  options: Readonly<Record<string, string>>,
  work: Promise<T>,
): Promise<T> {
  return work.catch((error: unknown) => {
    const issues = error instanceof DomainError ? issuesOf(error) : []
    if (issues.length === 0) throw error
    const sentences = issues.map(({ field, reason }) => {
      const [name = '', place] = field.split('.')
      const option = `--${options[name] ?? name}`
      return place === undefined
        ? `${option} ${reason}`
        : `${option} (${Number(place) + 1}) ${reason}`
    })
    throw new SettingError(`${sentences.join('; ')}.`)
  })
}

/** Reads a whole list page by page. */
export async function allOf<Node>(
  list: (page: PageArguments) => Promise<Connection<Node>>,
): Promise<Node[]> {
  const nodes: Node[] = []
  let page: Page<Node>
  let after: string | undefined
  do {
    page = await (await list({ first: 100, after })).page()
    nodes.push(...page.nodes)
    after = page.nodes.at(-1) && page.cursorOf(page.nodes.at(-1)!)
  } while (page.hasNextPage)
  return nodes
}

type Cell = string | Date | null

/** Prints rows below the names of the columns. */
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

/** Prints an id, and a secret that is shown only once, on separate lines. */
export function printSecret(id: string, name: string, secret: string | null): void {
  console.log(`id ${id}`)
  if (secret === null) return
  console.log(`${name} ${secret}`)
  console.error(`Store the ${name} now: it is shown only once.`)
}
