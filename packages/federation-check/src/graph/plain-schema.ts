// Handles a schema without federation that lies where subgraphs lie. No router composes it, so a fault that its
// server tolerates does not prevent the comparison. Composition still runs first, because it validates more than
// graphql-js, finds faults that the change adds, and makes the supergraph that contracts need. In a federated graph
// its errors stay errors: nothing was compared, so a pass would mean nothing.
import type { Both } from '../both.ts'
import type { Graph } from './graph.ts'
import { faultOf, type Problem } from './problem.ts'
import { isSubgraph, readSchema, withDirectives } from './schema-file.ts'
import { mistakesIn } from '../sdl/mistakes.ts'
import { tolerate } from '../sources/files.ts'
import type { Tree } from '../sources/tree.ts'
import { parseSubgraph } from '../sdl/subgraph-document.ts'

/**
 * The graphs of two schemas without federation, built by graphql-js where composition refuses one
 * of them. Other graphs are returned unchanged.
 */
export function withoutComposition(trees: Both<Tree>, graphs: Both<Graph>): Both<Graph> {
  const { base, head } = graphs
  if (base.errors.length + head.errors.length === 0) return graphs
  const plain = { base: plainGraph(trees.base), head: plainGraph(trees.head) }
  if (!plain.base || !plain.head) return graphs
  const old = new Set(base.errors.map(faultOf))
  const isKept = (error: Problem) => old.has(faultOf(error))
  const [faults = [], errors = []] = [isKept, (error: Problem) => !isKept(error)].map((is) =>
    head.errors.filter(is),
  )
  const after = { ...plain.head, errors, faults }
  if (base === head) return { base: after, head: after }
  const kept = new Set(faults.map(faultOf))
  const repaired = base.errors.filter((error) => !kept.has(faultOf(error)))
  return { base: { ...plain.base, errors: repaired }, head: after }
}

/** The graph of a schema without federation; undefined for any other, and for one that graphql-js cannot build. */
function plainGraph({ subgraphs, supergraph }: Tree): Graph | undefined {
  const [one] = subgraphs
  if (!one || subgraphs.length > 1 || supergraph) return undefined
  const { name, texts } = one
  const api = texts.map(({ text }) => text).join('\n')
  if (isSubgraph(api)) return undefined
  return tolerate(() => {
    const document = parseSubgraph({ name, texts: withDirectives(texts) })
    if (mistakesIn(document).length > 0) return undefined
    const schema = readSchema({ file: name, text: api })
    return { subgraphs: [document], plain: document.document, api, schema, errors: [] }
  })
}
