// The databases of the running system as the content command uses them, and the people in them.
import { sql } from 'kysely'
import type { ContentContext } from '#foundation/content/kind.ts'
import type { PersonName } from '#foundation/content/people.ts'
import { openDatabase, type Kysely, type Transaction } from '#foundation/database/database.ts'
import { listRunMigrations } from '#foundation/database/migrations/migrate.ts'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { runningDatabases } from '#foundation/service/command.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { identity } from '../subgraphs/identity/subgraph.ts'
import type { IdentityTables } from '../subgraphs/identity/tables.ts'

/** A statement may wait for another operator's whole transaction, and a transaction for other services. */
const COMMAND = { connections: 1, statementTimeoutMs: 120_000, idleInTransactionMs: 0 }

export interface Databases {
  /** The database of one of the opened services. */
  of: (service: AnySubgraph) => Kysely<AuditOutboxTables>
  /** The ids of people, and of the system identity, by their usernames. */
  idsOf: (usernames: readonly string[]) => Promise<PersonName>
  /** The usernames of people by their ids. */
  usernamesOf: (ids: readonly string[]) => Promise<PersonName>
  close: () => Promise<void>
}

/** Opens the databases of these services and of Identity. @throws SettingError, also for a schema of other code */
export async function openDatabases(services: readonly AnySubgraph[]): Promise<Databases> {
  const urls = await runningDatabases(process.env, [...new Set([identity, ...services])])
  const log = createLog('silent', 'command')
  const opened = new Map<AnySubgraph, Kysely<AuditOutboxTables>>()
  for (const [service, url] of urls)
    opened.set(service, openDatabase(url, service.name, log, COMMAND))
  const close = async () => {
    await Promise.all([...opened.values()].map((db) => db.destroy()))
  }
  try {
    for (const [service, db] of opened) await requireMigrated(db, service)
  } catch (error) {
    await close()
    throw error
  }
  const people = opened.get(identity)! as unknown as Kysely<IdentityTables>
  return {
    of: (service) => opened.get(service)!,
    idsOf: (usernames) => findIds(people, usernames),
    usernamesOf: (ids) => findUsernames(people, ids),
    close,
  }
}

/** Audit entries of a command name no person. Each run has one request id. */
export function commandContext<Tables>(
  trx: Transaction<Tables>,
  requestId: string,
): ContentContext<Tables> {
  return { trx, now: () => new Date(), viewer: undefined, address: 'command', requestId }
}

async function requireMigrated(
  db: Kysely<AuditOutboxTables>,
  { name, migrations }: AnySubgraph,
): Promise<void> {
  const done = await listRunMigrations(db, name)
  if (Object.keys(migrations).some((migration) => !done.includes(migration))) {
    throw new SettingError(
      `The database of the ${name} service is older than this code: start the services with this code first.`,
    )
  }
  if (done.every((migration) => Object.hasOwn(migrations, migration))) return
  throw new SettingError(
    `The database of the ${name} service is newer than this code: use the code that the services run.`,
  )
}

async function findIds(
  db: Kysely<IdentityTables>,
  usernames: readonly string[],
): Promise<PersonName> {
  const found = await db
    .selectFrom('identities')
    .select(['id', 'username'])
    .where('username', '=', sql<string>`any(${usernames})`)
    .execute()
  const ids = new Map(found.map(({ id, username }) => [username, id]))
  return (username) => ids.get(username)
}

async function findUsernames(
  db: Kysely<IdentityTables>,
  ids: readonly string[],
): Promise<PersonName> {
  const found = await db
    .selectFrom('identities')
    .select(['id', 'username'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const usernames = new Map(found.map(({ id, username }) => [id, username]))
  return (id) => usernames.get(id)
}
