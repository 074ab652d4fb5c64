// Changes in the servers of a document, and of the servers that have a channel.
import type { Finding } from '../finding.ts'
import { resolve } from '../rest/references.ts'
import type { AsyncApi, Channel, Server } from './asyncapi.ts'
import { compareBindings } from './bindings.ts'
import { membersOf } from './kinds.ts'
import { alternatives, compareSchemes } from './security.ts'
import { compareValues } from './values.ts'
import { compareOthers, type Walk } from './walk.ts'

/** Compares servers by their URLs, since clients do not see their names. */
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
        ...compareBindings(walk, { owner: 'server', name, direction: 'request' }, was, is),
        ...compareOthers(walk, name, [was, is], KNOWN),
      ]
    }),
    ...added.map((address) => walk.report('event-server-added', `server ${address}`, 'is new.')),
    ...compareAdded(walk, 'servers', before, after),
  ]
}

type Servers = ReadonlyMap<string, Server>

const KNOWN = ['bindings', 'host', 'pathname', 'protocol', 'security', 'variables']

/** The servers by URL, and by name as well where several have one URL. */
function serversIn(document: AsyncApi): Servers {
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

/** Compares the servers of a channel. A server that the whole document gains or loses is reported there. */
export function compareChannelServers(
  walk: Walk,
  name: string,
  was: Channel,
  is: Channel,
): Finding[] {
  const [before, after] = [serversOf(walk.base, was), serversOf(walk.head, is)]
  const [known, now] = [serversIn(walk.base), serversIn(walk.head)]
  const gone = [...before.keys()].filter((one) => !after.has(one) && now.has(one))
  const added = [...after.keys()].filter((one) => !before.has(one) && known.has(one))
  const hasList = [was, is].some(({ servers = [] }) => servers.length > 0)
  return [
    ...gone.map((one) =>
      walk.report('event-server-removed', name, `is no longer on the server ${one}.`, one),
    ),
    ...added.map((one) =>
      walk.report('event-server-added', name, `is on the server ${one}, too.`, one),
    ),
    ...(hasList ? compareAdded(walk, `${name} servers`, before, after) : []),
  ]
}

/** An added server is compared with all others, because it may require less. */
function compareAdded(walk: Walk, name: string, before: Servers, after: Servers): Finding[] {
  const isMore = [...after.keys()].some((one) => !before.has(one))
  if (!isMore || before.size === 0) return []
  const [was, is] = [before, after].map((all) =>
    alternatives([...all.values()].map(({ security = [] }) => security)),
  )
  return compareSchemes(walk, name, was!, is!)
}

/** The servers of a channel. Without a list, it is on all of them. */
function serversOf(document: AsyncApi, { servers = [] }: Channel): Servers {
  const all = serversIn(document)
  if (servers.length === 0) return all
  const listed = servers.map((one) => resolve(document, one as Server))
  return new Map([...all].filter(([, server]) => listed.includes(server)))
}
