// Changes in what a client needs to connect to a server or to use a channel.
import type { Finding } from '../finding.ts'
import { textOf } from '../rest/document/meaning.ts'
import { resolve } from '../rest/references.ts'
import type { AsyncApi, Scheme, Server } from './asyncapi.ts'
import type { DocumentedChannel } from './kinds.ts'
import { membersOf } from './kinds.ts'
import { compareOthers, type Walk } from './walk.ts'

/** Servers are found by their addresses, since clients do not see their names. */
export function compareServers(walk: Walk): Finding[] {
  const [before, after] = [serversIn(walk.base), serversIn(walk.head)]
  const added = [...after.keys()].filter((address) => !before.has(address))
  return [
    ...[...before].flatMap(([address, was]) => {
      const is = after.get(address)
      const name = `server ${address}`
      if (!is) return [walk.report('event-server-removed', name, 'is removed.')]
      const [known, required] = [was.security ?? [], is.security ?? []]
      return [
        ...compareSchemes(walk, name, known, required),
        ...compareOthers(walk, name, [was, is], KNOWN_OF_SERVER),
      ]
    }),
    ...added.map((address) => walk.report('event-server-added', `server ${address}`, 'is new.')),
  ]
}

const KNOWN_OF_SERVER = ['host', 'pathname', 'protocol', 'security', 'variables']

function serversIn(document: AsyncApi): Map<string, Server> {
  const servers = membersOf(document.servers).map(([, given]) => {
    const server = resolve(document, given)
    const { host = '', pathname = '', protocol = '' } = server
    return [`${protocol}://${host}${pathname}`, server] as const
  })
  return new Map(servers)
}

/** What the operations of a channel require, on top of its server. */
export function compareOperations(
  walk: Walk,
  was: DocumentedChannel,
  is: DocumentedChannel,
): Finding[] {
  return (['response', 'request'] as const).flatMap((direction) => {
    const [before, after] = [was.operations[direction], is.operations[direction]]
    if (before.length === 0 || after.length === 0) return []
    const [known, required] = [before, after].map((all) =>
      all.flatMap(({ security = [] }) => security),
    )
    const isOpen = [before, after].map((all) =>
      all.some(({ security = [] }) => security.length === 0),
    )
    return compareSchemes(
      walk,
      `${was.key} ${direction === 'response' ? 'send' : 'receive'}`,
      isOpen[0] ? [] : known!,
      isOpen[1] ? [] : required!,
    )
  })
}

/** Each scheme is an alternative, and none asks for nothing. Names that clients do not see do not count. */
function compareSchemes(
  { base, head, report }: Walk,
  name: string,
  was: readonly Scheme[],
  is: readonly Scheme[],
): Finding[] {
  const [before, after] = [schemesIn(base, was), schemesIn(head, is)]
  const isNew = [...after.keys()].some((scheme) => !before.has(scheme))
  const isGone = [...before.keys()].some((scheme) => !after.has(scheme))
  const [old, now] = [namesOf(before), namesOf(after)]
  const [change, words] = [`${old}>${now}`, `${old} becomes ${now}`]
  // What is open cannot be opened further.
  const isWeaker = before.size > 0 && (after.size === 0 || isNew)
  const isTighter = after.size > 0 && (before.size === 0 || isGone)
  return [
    ...(isWeaker
      ? [report('event-security-weakened', name, `accepts more than before: ${words}.`, change)]
      : []),
    ...(isTighter
      ? [report('event-security-tightened', name, `accepts less than before: ${words}.`, change)]
      : []),
  ]
}

/** By what they are, with their names. */
function schemesIn(document: AsyncApi, schemes: readonly Scheme[]): Map<string, string> {
  const named = schemes.map((given) => {
    const { description: _says, bearerFormat: _hint, ...scheme } = resolve(document, given)
    const name = given.$ref?.split('/').at(-1) ?? scheme.type ?? 'another'
    return [textOf(scheme)!, name] as const
  })
  return new Map(named)
}

const namesOf = (schemes: ReadonlyMap<string, string>) =>
  [...schemes.values()].toSorted().join(' or ') || 'nothing'
