// Groups findings by those whom they break: first security, then each client, then callers of REST,
// then no known client.
import type { User } from '../finding.ts'
import type { Judged } from '../verdict.ts'
import { worstFirst } from './words.ts'

/** A finding, with the operations of the group that it breaks. */
export interface Entry {
  finding: Judged
  breaks: Breakage[]
}

/** A use of a changed element, and the finding that the operation is no longer valid. */
export interface Breakage extends User {
  broken?: Judged
}

export interface Group {
  title: string
  owner?: string | undefined
  entries: Entry[]
}

/** All findings that are not safe, without those about approvals. */
export function groupsOf(findings: readonly Judged[]): Group[] {
  const notable = worstFirst(
    findings.filter(({ severity, step }) => severity !== 'safe' && step !== 'approvals'),
  )
  const [security, others] = split(notable, ({ severity }) => severity === 'security')
  const [stopping, changes] = split(others, ({ final, step }) => {
    return final === true && step !== 'rest' && step !== 'events'
  })
  const [known, unknown] = split(changes, ({ users = [], operation }) => {
    return users.length > 0 || operation !== undefined
  })
  const [rest, uncalled] = split(unknown, ({ step }) => step === 'rest')
  const [events, unused] = split(uncalled, ({ step }) => step === 'events')
  const [breaking, dangerous] = split(unused, ({ severity }) => severity === 'breaking')
  return [
    plain('Security', security),
    plain('Must be repaired first', stopping),
    ...clientGroups(known),
    plain(titled('callers of the REST contract', rest), rest),
    plain(titled('readers of events', events), events),
    plain('Breaks no known client', breaking),
    plain('May affect unknown clients', dangerous),
  ].filter(({ entries }) => entries.length > 0)
}

function plain(title: string, findings: readonly Judged[]): Group {
  return { title, entries: findings.map((finding) => ({ finding, breaks: [] })) }
}

function titled(who: string, findings: readonly Judged[]): string {
  const breaks = findings.some(({ severity }) => severity === 'breaking')
  return `${breaks ? 'Breaks' : 'May affect'} ${who}`
}

function split<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))]
}

type Client = Pick<User, 'client' | 'owner'>

/** The groups of clients: those with a failing finding first, then by name. */
function clientGroups(known: readonly Judged[]): Group[] {
  const senders: Client[] = known.flatMap(({ users = [], operation }) => [
    ...users,
    ...(operation ? [operation as Client] : []),
  ])
  const clients = new Map(senders.map((one) => [`${one.client} ${one.owner ?? ''}`, one]))
  const groups = [...clients]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, client]) => clientGroup(client, known))
  return split(groups, ({ entries }) => entries.some(({ finding }) => finding.fails)).flat()
}

function clientGroup(client: Client, known: readonly Judged[]): Group {
  const isTheirs = (one: Client) => one.client === client.client && one.owner === client.owner
  const changes = known.filter(({ users = [] }) => users.some(isTheirs))
  const broken = known.filter(({ operation }) => operation && isTheirs(operation as Client))
  const shown = new Set<Judged>()
  const entries = changes.map((finding): Entry => {
    const breaks = finding.users!.filter(isTheirs).map((user): Breakage => {
      const own = broken.find((one) => !shown.has(one) && isCausedBy(one, user, finding))
      if (own) shown.add(own)
      return own ? { ...user, broken: own } : user
    })
    return { finding, breaks }
  })
  const others = broken.filter((one) => !shown.has(one)).map((finding) => ({ finding, breaks: [] }))
  const all = [...entries, ...others]
  const title = titled(
    client.client,
    all.map(({ finding }) => finding),
  )
  return { title, owner: client.owner, entries: all }
}

/** Whether an operation is no longer valid because of a change: both are about one coordinate. */
function isCausedBy({ id, rule, coordinate, operation }: Judged, user: User, change: Judged) {
  if (operation?.name !== user.name) return false
  const at = id.slice(`${rule}:${coordinate}:`.length)
  const [one, other] = [`${at}.`, `${change.coordinate}.`]
  return one.startsWith(other) || other.startsWith(one)
}
