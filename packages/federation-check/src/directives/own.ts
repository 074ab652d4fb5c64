// The directives that a subgraph defines for itself.
import { Kind, type DirectiveDefinitionNode, type DocumentNode } from 'graphql'
import type { Finding } from '../finding.ts'
import { memoized } from '../memo.ts'
import { DIRECTIVES, ownName } from '../sdl/subgraph-document.ts'

/** The definitions by name, in the order of the document. */
export const ownDefinitions = memoized(
  (document: DocumentNode): ReadonlyMap<string, DirectiveDefinitionNode> => {
    const defined = document.definitions.filter(({ kind }) => kind === Kind.DIRECTIVE_DEFINITION)
    return new Map(
      (defined as DirectiveDefinitionNode[])
        .filter(({ name: { value } }) => !KNOWN.has(value) && !OF_LINKS.test(value))
        .map((node) => [node.name.value, node]),
    )
  },
)

const KNOWN = new Set<string>([...DIRECTIVES, 'oneOf'])

/**
 * Directives of the link specification, and those that a composed document contains because of it.
 */
const OF_LINKS = /^(link|core)$|^(link|core|join|federation)__/

/** The name as written in the SDL: the document renames own directives that have a name of the federation. */
export function writtenName(name: string): string {
  return WRITTEN.get(name) ?? name
}

const WRITTEN = new Map<string, string>(DIRECTIVES.map((name) => [ownName(name), name]))

/** Writes the names of the SDL into findings. */
export function withWrittenNames(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => {
    const own = new Set<string>()
    const message = finding.message.replaceAll(/@(own[A-Z]\w*)/g, (name: string, known: string) => {
      const written = WRITTEN.get(known)
      if (written === undefined) return name
      own.add(`@${written}`)
      return `@${written}`
    })
    return own.size === 0 ? finding : { ...finding, message: `${message} ${explained([...own])}` }
  })
}

function explained(own: readonly string[]): string {
  const are =
    own.length === 1 ? "is the subgraph's own directive" : "are the subgraph's own directives"
  return `${own.join(' and ')} ${are} here, not the federation's.`
}
