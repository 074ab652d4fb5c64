// References to items of other services: a key that no item has is probably a typo.
import type { AnyContentKind, ContentReference } from '#foundation/content/kind.ts'
import { stepsOf } from '#foundation/content/resolve.ts'
import { walkItems } from '#foundation/content/walk.ts'
import { contentId } from '#foundation/domain/ids.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { commandContext, openDatabases } from './databases.ts'
import type { LocatedIssue, ReadFiles } from './files.ts'

/** A reference to an item that is in none of the files. */
interface MissingReference {
  reference: ContentReference
  id: string
  file: string
  path: readonly (string | number)[]
}

/** References to items that are neither in these files nor in the system. */
export async function danglingReferences(
  read: ReadFiles,
  services: readonly AnySubgraph[],
): Promise<LocatedIssue[]> {
  const missing = missingReferences(read)
  const found = await Promise.all(
    services.flatMap((service) =>
      (service.content ?? []).map(async (kind) => {
        const wanted = missing.filter(({ reference }) => reference.prefix === kind.prefix)
        if (wanted.length === 0) return []
        const reason = await lookUp(service, kind, wanted)
        return wanted.flatMap((one) => warning(read, one, reason(one)))
      }),
    ),
  )
  return found.flat()
}

function missingReferences({ byService }: ReadFiles): MissingReference[] {
  const all = [...byService].flatMap(([{ content = [] }, files]) => [...walkItems(content, files)])
  const ids = new Set(all.map(({ kind, item }) => contentId(kind.prefix, item.key)))
  return all.flatMap(({ kind, item, file, path }) =>
    (kind.references?.(item) ?? [])
      .map((reference) => ({ reference, id: contentId(reference.prefix, reference.key) }))
      .filter(({ id }) => !ids.has(id))
      .map((one) => ({ ...one, file: file.name, path })),
  )
}

function warning(
  { locate }: ReadFiles,
  { file, path, reference }: MissingReference,
  reason: string | undefined,
): LocatedIssue[] {
  if (reason === undefined) return []
  return [locate({ file, path: [...path, ...stepsOf(reference.field)], reason })]
}

type Reason = (missing: MissingReference) => string | undefined

/** The reason why a reference dangles, after one query of the service's database for all of them. */
async function lookUp(
  service: AnySubgraph,
  kind: AnyContentKind,
  wanted: readonly MissingReference[],
): Promise<Reason> {
  const nowhere = ({ reference: { prefix, key } }: MissingReference) =>
    `there is no ${prefix} ${key} in these files`
  try {
    const ids = await findIds(service, kind, [...new Set(wanted.map(({ id }) => id))])
    return (one) => (ids.has(one.id) ? undefined : `${nowhere(one)}, nor in the system`)
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return (one) => `${nowhere(one)}, and the system cannot be reached. ${error.message}`
  }
}

async function findIds(
  service: AnySubgraph,
  kind: AnyContentKind,
  ids: readonly string[],
): Promise<Set<string>> {
  const databases = await openDatabases([service])
  try {
    const stored = await databases
      .of(service)
      .transaction()
      .execute((trx) => kind.find(commandContext(trx, crypto.randomUUID()), ids))
    return new Set(stored.map(({ id }) => id))
  } finally {
    await databases.close()
  }
}
