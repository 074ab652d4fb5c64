// Applies content files to the services of the running system: all of them, or nothing at all.
import type { ControlledTransaction } from 'kysely'
import type { AuditOutboxTables } from '#foundation/audit-outbox.ts'
import { applyContent } from '#foundation/content/apply.ts'
import { ContentError, type ContentChanges, type ContentFile } from '#foundation/content/kind.ts'
import { namedPeople, type PersonName } from '#foundation/content/people.ts'
import type { AnySubgraph } from '#foundation/subgraph.ts'
import { commandContext, openDatabases, type Databases } from './databases.ts'
import { requireRight, ruleIssues } from './issues.ts'
import type { ReadFiles } from './files.ts'

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
}

/** Applies the files. @throws a sentence for each thing that is wrong with them; nothing is applied then */
export async function applyFiles(read: ReadFiles, options: ApplyOptions): Promise<Applied> {
  const databases = await openDatabases([...read.byService.keys()])
  try {
    const names = [...read.byService].flatMap(([{ content = [] }, files]) =>
      namedPeople(content, files),
    )
    const personOf = await databases.idsOf([...new Set(names)])
    requireRight([...read.issues, ...ruleIssues(read, personOf)])
    const services = await applyAll(read, databases, { ...options, personOf })
    return { services, usernameOf: await databases.usernamesOf(idsIn(services)) }
  } finally {
    await databases.close()
  }
}

/** One transaction for each service. They are committed once all of them have succeeded. */
async function applyAll(
  read: ReadFiles,
  databases: Databases,
  options: ApplyOptions & { personOf: PersonName },
): Promise<AppliedService[]> {
  const transactions: ControlledTransaction<AuditOutboxTables>[] = []
  const services: AppliedService[] = []
  try {
    for (const [service, files] of read.byService) {
      const trx = await databases.of(service).startTransaction().execute()
      transactions.push(trx)
      services.push({ service, changes: await applyOne(trx, service, files, options) })
    }
    if (!options.dryRun) for (const trx of transactions) await trx.commit().execute()
    return services
  } catch (error) {
    if (error instanceof ContentError) requireRight(error.issues.map(read.locate))
    throw error
  } finally {
    for (const trx of transactions) if (!trx.isCommitted) await trx.rollback().execute()
  }
}

function applyOne(
  trx: ControlledTransaction<AuditOutboxTables>,
  { content = [] }: AnySubgraph,
  files: readonly ContentFile[],
  { personOf, prune }: { personOf: PersonName; prune: boolean },
): Promise<ContentChanges> {
  return applyContent(commandContext<AuditOutboxTables>(trx), content, files, { personOf, prune })
}

function idsIn(services: readonly AppliedService[]): string[] {
  const values = services.flatMap(({ changes }) =>
    changes.changes.flatMap(({ differences }) => differences.flatMap(({ from, to }) => [from, to])),
  )
  const isId = (value: unknown) => typeof value === 'string' && value.startsWith('identity_')
  return [...new Set(values.filter(isId))] as string[]
}
