// Applies content to one subgraph of a test and exports it, without files and commands.
import { applyContent } from '#foundation/content/apply.ts'
import { exportContent } from '#foundation/content/export.ts'
import type { ContentChanges, ContentItem } from '#foundation/content/kind.ts'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import type { TestSubgraph } from './subgraph.ts'

export type Lists = Record<string, object[]>

/** The operator of one subgraph, who knows people by these usernames. */
export function contentOf(
  { content = [], name }: AnySubgraph,
  world: Pick<TestSubgraph, 'tables' | 'clock'>,
  people: Record<string, string> = {},
) {
  const ctx = (trx: unknown) => ({
    trx: trx as ApplyOptions['trx'],
    viewer: undefined,
    address: 'test',
    requestId: 'test-request',
    now: () => world.clock.now,
  })
  const within = <Result>(run: (trx: unknown) => Promise<Result>): Promise<Result> =>
    world.tables<AuditOutboxTables>(name).transaction().execute(run)
  const personOf = (username: string) => people[username]
  const nameOf = (id: string) => Object.keys(people).find((username) => people[username] === id)
  const applyIn = (trx: unknown, lists: Lists, prune = false): Promise<ContentChanges> => {
    const files = [{ name: 'test.yaml', lists: lists as Record<string, ContentItem[]> }]
    return applyContent(ctx(trx), content, files, { personOf, prune })
  }
  return {
    /** Applies in a transaction of the test. */
    applyIn,
    apply: (lists: Lists, prune = false) => within((trx) => applyIn(trx, lists, prune)),
    export: () => within((trx) => exportContent(ctx(trx), content, async () => nameOf)),
  }
}

type ApplyOptions = Parameters<typeof applyContent<AuditOutboxTables>>[0]

/** Each change and its item, e.g. `add roles/host`. */
export const reported = ({ changes }: ContentChanges) =>
  changes.map(({ action, list, key }) => `${action} ${list}/${key}`)
