// Applies content files to the services of the running system: all of them, or nothing at all.
import type { ControlledTransaction } from 'kysely'
import { applyContent, lockContent } from '#foundation/content/apply.ts'
import { ContentError, type ContentChanges, type ContentFile } from '#foundation/content/kind.ts'
import { namedPeople, type PersonName } from '#foundation/content/people.ts'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { commandContext, openDatabases, type Databases } from './databases.ts'
import { requireRight, ruleIssues } from './issues.ts'
import type { LocatedIssue, ReadFiles } from './files.ts'
import { danglingReferences } from './references.ts'

export interface ApplyOptions {
  /** Whether all of it is undone at the end. */
  dryRun: boolean
  /** Whether what came from files and stands in none of them any more is retired. */
  prune: boolean
}

export interface AppliedService {
  service: AnySubgraph
  changes: ContentChanges
}

export interface Applied {
  services: AppliedService[]
  /** For the ids among what has changed. */
  usernameOf: PersonName
  /** What is most likely a mistake, and was applied all the same. */
  warnings: LocatedIssue[]
}

/** Applies the files. @throws a sentence for each thing that is wrong with them; nothing is applied then */
export async function applyFiles(
  read: ReadFiles,
  known: readonly AnySubgraph[],
  options: ApplyOptions,
): Promise<Applied> {
  const databases = await openDatabases([...read.byService.keys()])
  try {
    const names = [...read.byService].flatMap(([{ content = [] }, files]) =>
      namedPeople(content, files),
    )
    const personOf = await databases.idsOf([...new Set(names)])
    requireRight([...read.issues, ...ruleIssues(read, personOf)])
    // Before anything is locked: what is looked up is locked, too.
    const warnings = await danglingReferences(read, known)
    const requestId = crypto.randomUUID()
    const services = await applyAll(read, databases, { ...options, personOf, requestId })
    return { services, usernameOf: await databases.usernamesOf(idsIn(services)), warnings }
  } finally {
    await databases.close()
  }
}

interface Applying extends ApplyOptions {
  personOf: PersonName
  requestId: string
}

/** One transaction for each service. They are committed once all of them have succeeded. */
async function applyAll(
  { byService, locate }: ReadFiles,
  databases: Databases,
  options: Applying,
): Promise<AppliedService[]> {
  const begun = new Map<AnySubgraph, ServiceTransaction>()
  try {
    await begin([...byService.keys()], databases, begun)
    const services: AppliedService[] = []
    for (const [service, files] of byService) {
      services.push(await applyService(begun.get(service)!, service, files, options))
    }
    if (!options.dryRun) for (const trx of begun.values()) await trx.commit().execute()
    return services
  } catch (error) {
    if (error instanceof ContentError) requireRight(error.issues.map(locate))
    throw error
  } finally {
    const open = [...begun.values()].filter(({ isCommitted }) => !isCommitted)
    // One whose connection is lost fails, and the others still have to end.
    await Promise.allSettled(open.map((trx) => trx.rollback().execute()))
  }
}

async function applyService(
  trx: ServiceTransaction,
  service: AnySubgraph,
  files: readonly ContentFile[],
  options: Applying,
): Promise<AppliedService> {
  const ctx = commandContext<AuditOutboxTables>(trx, options.requestId)
  return { service, changes: await applyContent(ctx, service.content ?? [], files, options) }
}

type ServiceTransaction = ControlledTransaction<AuditOutboxTables>

/**
 * Locks the content of all services before any row: an operator who waits for another one keeps nobody
 * else waiting. Everybody locks in the same order, so that no two wait for each other.
 */
async function begin(
  services: readonly AnySubgraph[],
  databases: Databases,
  begun: Map<AnySubgraph, ServiceTransaction>,
): Promise<void> {
  for (const service of services) {
    const trx = await databases.of(service).startTransaction().execute()
    begun.set(service, trx)
    await lockContent<AuditOutboxTables>(trx)
  }
}

function idsIn(services: readonly AppliedService[]): string[] {
  const values = services.flatMap(({ changes }) =>
    changes.changes.flatMap(({ differences }) => differences.flatMap(({ from, to }) => [from, to])),
  )
  const isId = (value: unknown) => typeof value === 'string' && value.startsWith('identity_')
  return [...new Set(values.filter(isId))] as string[]
}
