// Compares the URLs of the subgraphs. A router on the old supergraph keeps calling the old URL.
import type { Finding } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import type { Tree } from '../sources/tree.ts'
import { tell } from './rules.ts'

/** Compares the URLs of the subgraphs that both sides have. */
export function checkUrls(base: Tree, head: Tree, composed: Graph): Finding[] {
  // A supergraph alone may come from another environment, with other URLs.
  if (base.partial) return []
  const before = urlsOf(base, base.supergraph?.text)
  const after = urlsOf(head, composed.supergraph)
  // SDL alone has no URLs.
  if (after.size === 0) return []
  return composed.subgraphs.flatMap(({ name }) => moved(name, before.get(name), after.get(name)))
}

function moved(name: string, was: string | undefined, is = 'none'): Finding[] {
  if (was === undefined || plain(was) === plain(is)) return []
  const how = is === 'none' ? `no longer has the address ${was}` : `moves from ${was} to ${is}`
  const where = { coordinate: name, detail: `${was}>${is}` }
  return [tell('subgraph-moved', where, `${name} ${how}.`)]
}

/**
 * The URLs by subgraph: from the supergraph or, without one, from the configuration or Rover's
 * file. Unknown ones are left out.
 */
function urlsOf({ subgraphs }: Tree, supergraph: string | undefined): Map<string, string> {
  const composed = supergraph?.matchAll(/@join__graph\(name: "([^"]*)", url: "([^"]*)"/g)
  const named = composed
    ? [...composed].map(([, name = '', url = '']) => [name, url] as const)
    : subgraphs.map(({ name, url = '' }) => [name, url] as const)
  return new Map(named.filter(([, url]) => url !== ''))
}

/** The normalized URL, for example without a default port. */
function plain(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}
