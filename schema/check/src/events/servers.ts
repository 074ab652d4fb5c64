// Changes in the servers of a document, and of the servers that have a channel.
import type { Finding } from '../finding.ts'
import { resolve } from '../rest/references.ts'
import type { AsyncApi, Channel, Server } from './asyncapi.ts'
import { membersOf } from './kinds.ts'
import { compareSchemes } from './security.ts'
import { compareValues } from './values.ts'
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
      return [
        ...compareSchemes(walk, name, was.security ?? [], is.security ?? []),
        ...compareValues(walk, name, was.variables, is.variables),
        ...compareOthers(walk, name, [was, is], KNOWN),
      ]
    }),
    ...added.map((address) => walk.report('event-server-added', `server ${address}`, 'is new.')),
  ]
}

const KNOWN = ['host', 'pathname', 'protocol', 'security', 'variables']

/** By address, and by name as well where several have one address. */
function serversIn(document: AsyncApi): Map<string, Server> {
  const servers = membersOf(document.servers).map(([name, given]) => {
    const server = resolve(document, given)
    return { name, address: addressOf(server), server }
  })
  const times = Map.groupBy(servers, ({ address }) => address)
  const named = servers.map(({ name, address, server }) => {
    return [times.get(address)!.length === 1 ? address : `${address} ${name}`, server] as const
  })
  return new Map(named)
}

const addressOf = ({ host = '', pathname = '', protocol = '' }: Server) =>
  `${protocol}://${host}${pathname}`

/** A server that goes from, or comes to, the whole document is reported there. */
export function compareChannelServers(
  walk: Walk,
  name: string,
  was: Channel,
  is: Channel,
): Finding[] {
  const [before, after] = [addressesOf(walk.base, was), addressesOf(walk.head, is)]
  const [known, now] = [addressesOf(walk.base), addressesOf(walk.head)]
  const gone = [...before].filter((address) => !after.has(address) && now.has(address))
  const added = [...after].filter((address) => !before.has(address) && known.has(address))
  return [
    ...gone.map((one) =>
      walk.report('event-server-removed', name, `is no longer on the server ${one}.`, one),
    ),
    ...added.map((one) =>
      walk.report('event-server-added', name, `is on the server ${one}, too.`, one),
    ),
  ]
}

/** A channel that lists no servers is on all of them. */
function addressesOf(document: AsyncApi, { servers = [] }: Channel = {}): Set<string> {
  const listed = servers.length > 0 ? servers : membersOf(document.servers).map(([, one]) => one)
  return new Set(listed.map((one) => addressOf(resolve(document, one as Server))))
}
