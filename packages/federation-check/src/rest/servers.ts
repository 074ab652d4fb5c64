// Compares the server URLs of an operation: its own, those of its path, or those of the document.
import { unique, type Finding } from '../finding.ts'
import { nameOf, type Documented } from './documented.ts'
import type { OpenApi, Server } from './openapi.ts'
import type { Walk } from './walk.ts'

/** Added and removed URLs, reported where they are written. */
export function compareServers(walk: Walk, was: Documented, is: Documented): Finding[] {
  const [before, after] = [serversOf(walk.base, was), serversOf(walk.head, is)]
  const coordinate = before.where === after.where ? before.where : nameOf(was)
  const [known, now] = [urlsOf(before.servers), urlsOf(after.servers)]
  const gone = [...known].filter((url) => !now.has(url))
  const added = [...now].filter((url) => !known.has(url))
  return unique([
    ...compareDefaults(walk, coordinate, before.servers, after.servers, now),
    ...gone.map((url) =>
      walk.report('rest-server-removed', coordinate, `is no longer at ${url}.`, url),
    ),
    ...added.map((url) => walk.report('rest-server-added', coordinate, `is at ${url}, too.`, url)),
  ])
}

/** Compares the default server. Callers that choose nothing use the first one, with the default of each variable. */
function compareDefaults(
  { report }: Walk,
  coordinate: string,
  before: readonly Server[],
  after: readonly Server[],
  now: ReadonlySet<string>,
): Finding[] {
  const [first, ...others] = before
  const same = others.map((one) => [one, after.find(({ url }) => url === one.url)] as const)
  const pairs = [[first, after[0]] as const, ...same]
  return pairs.flatMap(([was, is]) => {
    if (!was || !is) return []
    const [old, other] = [was, is].map(({ url = '/', variables = {} }) => filled(url, variables))
    // A removed URL has its own finding.
    if (old === other || !now.has(old!)) return []
    const message = `has another default: ${old} becomes ${other}.`
    return [report('rest-default-changed', coordinate, message, `${old}>${other}`)]
  })
}

/** The servers of the operation, else those of its path, else those of the document. */
function serversOf(
  document: OpenApi,
  documented: Documented,
): { where: string; servers: Server[] } {
  const { operation, item, path } = documented
  if (operation.servers?.length) return { where: nameOf(documented), servers: operation.servers }
  if (item.servers?.length) return { where: path, servers: item.servers }
  return { where: 'servers', servers: document.servers ?? [] }
}

/** The URLs, with each variable replaced by its default and by every other value that it allows; `*` for any value. */
function urlsOf(servers: readonly Server[]): Set<string> {
  const none = [{ url: '/' }]
  return new Set((servers.length > 0 ? servers : none).flatMap(urlsIn))
}

function urlsIn({ url = '/', variables = {} }: Server): string[] {
  const usual = filled(url, variables)
  const others = Object.entries(variables).flatMap(([name, { enum: values = ['*'] }]) =>
    values.map((value) => filled(url, { ...variables, [name]: { default: value } })),
  )
  return [usual, ...others]
}

function filled(url: string, variables: NonNullable<Server['variables']>): string {
  const text = url.replaceAll(
    /\{([^}]*)\}/g,
    (whole, name: string) => variables[name]?.default ?? whole,
  )
  const plain = text.replace(/^https?:\/\/[^/?#]*/i, (origin) => origin.toLowerCase())
  return (
    plain.replace(/^(https:.*?):443(?=\/|$)|^(http:.*?):80(?=\/|$)/, '$1$2').replace(/\/$/, '') ||
    '/'
  )
}
