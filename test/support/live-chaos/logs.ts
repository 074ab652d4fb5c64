// The event logs of all services as the database has them, and whether they hold every change.
import { subgraphs } from '../../../subgraphs/index.ts'
import type { LiveSystem } from './chaos-system.ts'

export interface Row {
  position: number
  kind: string
  subjectId: string
  audience: string
  audienceId: string | null
}

/** The events of each service, in order. */
export type Logs = ReadonlyMap<string, readonly Row[]>

const SERVICES = subgraphs.map(({ name }) => name)

export async function readLogs({ rows }: LiveSystem): Promise<Logs> {
  const logs = new Map<string, Row[]>()
  for (const service of SERVICES) {
    const events = await rows<Row>(`
      select position::float8 as position, kind, subject_id as "subjectId", audience, audience_id as "audienceId"
      from ${service}.events order by position`)
    logs.set(service, events)
  }
  return logs
}

/** What is not settled yet: events without a position, or that Identity has not read; completions with steps to do. */
export async function unsettled({ rows }: LiveSystem): Promise<unknown[]> {
  const others = SERVICES.filter((name) => name !== 'identity')
  const unnumbered = SERVICES.map(
    (name) => `select '${name}' as what from ${name}.events where position is null`,
  )
  const unread = others.map(
    (name) => `
      select '${name} is read' as what from ${name}.event_log
      where not exists (
        select from identity.event_positions where service = '${name}'
          and convert_from(decode(rpad(translate(cursor, '-_', '+/'), 4 * ((length(cursor) + 3) / 4), '='), 'base64'), 'utf8')
            like '%.' || last_position
      )`,
  )
  const pending = `select 'completion' as what from path.quest_completions where pending_steps <> '{}'`
  const due = `select 'credential' from governance.participations where granted_version < version`
  return rows([...unnumbered, ...unread, pending, due].join(' union all '))
}

/** Pairs of queries that must have the same rows: what changed, and the events of it. */
const CHANGES: readonly (readonly [service: string, changes: string, events: string])[] = [
  ['governance', 'select proposal_id from votes', of(['vote.cast'])],
  [
    'path',
    'select quest_id, identity_id from quest_completions',
    of(['quest.completed'], 'subject_id, audience_id'),
  ],
  ['scroll', 'select id from scrolls', of(['scroll.published', 'private_scroll.published'])],
  [
    'scroll',
    'select scroll_id from scroll_revisions',
    of(['scroll.edited', 'private_scroll.edited']),
  ],
  ['market', 'select id from purchases', of(['purchase.made'])],
  [
    'guild',
    `select id from memberships union all select id from former_memberships`,
    of(['member.joined', 'membership.requested']),
  ],
  [
    'guild',
    'select organization_id, identity_id from former_memberships',
    of(['membership.left'], 'subject_id, audience_id'),
  ],
  [
    'market',
    `select owner_id from accounts join postings on account_id = accounts.id where kind = 'identity'`,
    of(['gold.changed']),
  ],
]

function of(kinds: readonly string[], columns = 'subject_id'): string {
  const names = kinds.map((kind) => `'${kind}'`).join(', ')
  return `select ${columns} from events where kind in (${names})`
}

/** Changes without an event, and events without a change. */
export async function unequalChanges({ rows }: LiveSystem): Promise<unknown[]> {
  const found: unknown[] = []
  for (const [service, changes, events] of CHANGES) {
    const [within, other] = [changes, events].map((query) => qualified(service, query)) as [
      string,
      string,
    ]
    const without = await rows(`(${within}) except all (${other})`)
    const surplus = await rows(`(${other}) except all (${within})`)
    if (without.length + surplus.length > 0) found.push({ changes, without, surplus })
  }
  return found
}

function qualified(service: string, query: string): string {
  return query.replaceAll(/\b(from|join) (\w+)/g, `$1 ${service}.$2`)
}

/** The logs whose positions are not 1, 2, 3 and so on. */
export function gapsOf(logs: Logs): string[] {
  return [...logs].flatMap(([service, rows]) => {
    const wrong = rows.findIndex(({ position }, index) => position !== index + 1)
    return wrong === -1 ? [] : [`${service} at ${wrong + 1}: ${rows[wrong]!.position}`]
  })
}

/** People whose events Identity has not derived each once and in order. */
export function wronglyDerived(logs: Logs): string[] {
  const derived = logs.get('identity')!
  return SERVICES.filter((name) => name !== 'identity').flatMap((service) => {
    const owned = logs.get(service)!.filter(({ audience }) => audience === 'owner')
    const kinds = new Set(owned.map(({ kind }) => kind))
    const line = ({ kind, subjectId, audienceId }: Row) => `${audienceId} ${kind} ${subjectId}`
    const expected = owned.map(line)
    const found = derived.filter(({ kind }) => kinds.has(kind)).map(line)
    const wrong = expected.findIndex((one, index) => one !== found[index])
    if (wrong === -1 && expected.length === found.length) return []
    return [
      `${service}: ${expected.length} and ${found.length}, ${expected[wrong]} and ${found[wrong]}`,
    ]
  })
}
