// A PostgreSQL 15 whose WAL pgBackRest archives, and the commands of docs/operations/backup.md.
import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { asPostgres } from '../../support/daemon.ts'
import { DEBIAN_POSTGRES, folderOfPostgres } from '#test/debian-postgres.ts'
import { freePorts } from '#test/ports.ts'

export interface ArchivedPostgres extends AsyncDisposable {
  /** The database of the services. */
  url: string
  /** Runs the commands of the guide that begin with this comment, as the user `postgres`. */
  follow(comment: string, settings?: Record<string, string>): Promise<string>
  /** Runs a statement of the guide or of the test as superuser, and returns its first value. */
  query(statement: string, at?: string): Promise<unknown>
  /** Where a restored cluster goes: its folder, and the database of the services in it. */
  restored: { folder: string; port: number; url: string }
}

export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  await using resources = new AsyncDisposableStack()
  const folder = await folderOfPostgres('backup')
  resources.defer(() => rm(folder, { recursive: true }))
  const [port = 0, restoredPort = 0] = await freePorts(2)
  const places = { data: join(folder, 'data'), restored: join(folder, 'restored') }
  const environment = {
    PATH: `${DEBIAN_POSTGRES}:${process.env.PATH}`,
    PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
    PGPORT: String(port),
    PGHOST: folder,
    PGUSER: 'postgres',
    LANG: 'C.UTF-8',
  }
  const run = async (script: string, settings: Record<string, string> = {}) => {
    const { command, args } = asPostgres('bash', ['--norc', '-euo', 'pipefail', '-c', script])
    const env = { ...environment, ...settings }
    const { stdout } = await promisify(execFile)(command, [...args], { env, cwd: '/' })
    return stdout
  }
  await writeFile(environment.PGBACKREST_CONFIG, configurationOf(folder, port))
  await run(
    `initdb --pgdata=${places.data} --encoding=UTF8 --locale=C.UTF-8 --auth=trust --username=postgres`,
  )
  await run(`cat >> ${places.data}/postgresql.conf <<< '${settingsOf(folder)}'`)
  for (const place of Object.values(places)) {
    resources.defer(async () => void (await run(`pg_ctl -D ${place} -m immediate stop || true`)))
  }
  await run(`pg_ctl -D ${places.data} -o '-p ${port}' -l ${folder}/log -w start`)
  const urlOf = (at: number) => `postgres://ecosystem@127.0.0.1:${at}/ecosystem`
  const query = (statement: string, at = urlOf(port)) => querySuperuser(at, statement)
  await query('create role ecosystem login', `postgres://postgres@127.0.0.1:${port}/postgres`)
  await query(
    'create database ecosystem owner ecosystem',
    `postgres://postgres@127.0.0.1:${port}/postgres`,
  )
  const started = resources.move()
  return {
    url: urlOf(port),
    query,
    follow: async (comment, settings) => run(await commandsOf(comment), settings),
    restored: { folder: places.restored, port: restoredPort, url: urlOf(restoredPort) },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** The settings of docs/operations/backup.md; pgBackRest finds its configuration by its environment. */
function settingsOf(folder: string): string {
  return [
    'archive_mode = on',
    'archive_command = $$pgbackrest --stanza=ecosystem archive-push %p$$',
    `unix_socket_directories = $$${folder}$$`,
    'listen_addresses = $$127.0.0.1$$',
  ]
    .join('\n')
    .replaceAll('$$', `'"'"'`)
}

function configurationOf(folder: string, port: number): string {
  return [
    '[global]',
    `repo1-path=${folder}/repository`,
    'log-level-file=off',
    `lock-path=${folder}/lock`,
    `spool-path=${folder}/spool`,
    'start-fast=y',
    '[ecosystem]',
    `pg1-path=${folder}/data`,
    `pg1-port=${port}`,
    `pg1-socket-path=${folder}`,
    '',
  ].join('\n')
}

async function querySuperuser(address: string, statement: string): Promise<unknown> {
  const url = new URL(address)
  url.username = 'postgres'
  const client = new Client(url.href)
  await client.connect()
  const result = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
  await client.end()
  return result.rows?.[0]?.[0]
}

/** The block of shell commands in the guide that begins with this comment. @throws Error if there is none */
async function commandsOf(comment: string): Promise<string> {
  const guide = await readFile('docs/operations/backup.md', 'utf8')
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  const found = blocks.filter((block) => block.startsWith(`# ${comment}\n`))
  if (found.length !== 1)
    throw new Error(`docs/operations/backup.md has ${found.length} blocks "# ${comment}".`)
  return found[0]!
}
