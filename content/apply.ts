// Applies content files to the services of the running system: all of them or none.
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
  /** Whether to undo all changes at the end. */
  dryRun: boolean
  /** Whether to retire items that came from files and are in none of them any more. */
  prune: boolean
}

interface AppliedService {
  service: AnySubgraph
  changes: ContentChanges
}

export interface Applied {
  services: AppliedService[]
  /** The usernames of the ids in the changes. */
  usernameOf: PersonName
  /** Probable mistakes that were applied anyway. */
  warnings: LocatedIssue[]
}

/** Applies the files. @throws a SettingError with a line for each issue, and applies nothing then */
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
    // References are checked before any other lock, because looking up items locks them.
    const warnings = await danglingReferences(read, known)
    const requestId = crypto.randomUUID()
    const services = await applyAll(read, databases, { ...options, personOf, requestId })
    return { services, usernameOf: await databases.usernamesOf(idsIn(services)), warnings }
  } finally {
    await databases.close()
  }
}

interface ContentRun extends ApplyOptions {
  personOf: PersonName
  requestId: string
}

/** One transaction for each service. They are committed once all of them have succeeded. */
async function applyAll(
  { byService, locate }: ReadFiles,
  databases: Databases,
  options: ContentRun,
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
    // A rollback fails if its connection is lost; the others must still end.
    await Promise.allSettled(open.map((trx) => trx.rollback().execute()))
  }
}

async function applyService(
  trx: ServiceTransaction,
  service: AnySubgraph,
  files: readonly ContentFile[],
  options: ContentRun,
): Promise<AppliedService> {
  const ctx = commandContext<AuditOutboxTables>(trx, options.requestId)
  return { service, changes: await applyContent(ctx, service.content ?? [], files, options) }
}

type ServiceTransaction = ControlledTransaction<AuditOutboxTables>

/**
 * Locks the content of all services before any row, so that an operator who waits for another one blocks
 * nobody else. All operators lock in one order, so that two cannot deadlock.
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
