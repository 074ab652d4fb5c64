// Frontend documents may use fragments from other files, as their bundlers allow.
import { Kind, visit, type DocumentNode, type FragmentDefinitionNode } from 'graphql'

interface WithDocument {
  document: DocumentNode
}

/**
 * Adds the fragments from other files to each document. Files that contain only used fragments are
 * left out.
 */
export function withFragments<T extends WithDocument>(all: readonly T[]): T[] {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const fragment of all.flatMap(({ document }) => fragmentsIn(document))) {
    if (!fragments.has(fragment.name.value)) fragments.set(fragment.name.value, fragment)
  }
  const whole = all.map((one) => ({ ...one, document: completed(one.document, fragments) }))
  const used = new Set(whole.filter(hasOperation).flatMap(({ document }) => spreadsIn(document)))
  return whole.filter((one) => hasOperation(one) || !isUsed(one, used))
}

const hasOperation = ({ document }: WithDocument) =>
  document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)

function isUsed({ document }: WithDocument, used: ReadonlySet<string>): boolean {
  return fragmentsIn(document).every(({ name }) => used.has(name.value))
}

function fragmentsIn({ definitions }: DocumentNode): FragmentDefinitionNode[] {
  return definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
}

/** A document's own fragment takes precedence over one from another file. */
function completed(
  document: DocumentNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): DocumentNode {
  const known = new Set(fragmentsIn(document).map(({ name }) => name.value))
  const definitions = [...document.definitions]
  // Added fragments may need more fragments.
  for (const definition of definitions) {
    for (const name of spreadsIn(definition)) {
      const fragment = fragments.get(name)
      if (!fragment || known.has(name)) continue
      known.add(name)
      definitions.push(fragment)
    }
  }
  return { ...document, definitions }
}

function spreadsIn(node: DocumentNode | DocumentNode['definitions'][number]): string[] {
  const found: string[] = []
  visit(node, { FragmentSpread: ({ name }) => void found.push(name.value) })
  return found
}
