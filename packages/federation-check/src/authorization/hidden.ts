// Finds arguments, inputs, enums and values that only services could use, and clients can use now.
import { Kind, type DocumentNode } from 'graphql'
import { definitionsIn, type Definition } from '../sdl/definitions.ts'
import { placeOf, type Finding } from '../finding.ts'
import type { Locate } from '../sdl/locate.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { tell } from './rules.ts'

/** Elements that changed-requirements.ts compares: fields and their types. */
const COMPARED = new Set<string>([
  Kind.FIELD_DEFINITION,
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
])

/**
 * Reports every other element that was `@inaccessible` and no longer is. `locate` finds where a
 * coordinate of a supergraph is written.
 */
export function checkHidden(
  base: readonly SubgraphDocument[],
  head: () => readonly SubgraphDocument[],
  locate?: Locate,
): Finding[] {
  const hiddenBy = new Map(base.map(({ name, document }) => [name, new Set(hiddenIn(document))]))
  if (hiddenBy.values().every(({ size }) => size === 0)) return []
  return head().flatMap(({ name: subgraph, document }) => {
    const hidden = hiddenBy.get(subgraph)
    if (!hidden?.size) return []
    const shown = definitionsIn(document).filter((one) => hidden.has(one.path) && !isHidden(one))
    return shown
      .filter(({ node }) => !COMPARED.has(node.kind))
      .map(({ path, node }) => {
        const written = locate ? locate(path) : { subgraph, at: placeOf(node) }
        const where = { coordinate: path, ...written }
        return tell('inaccessible-removed', where, `${path} was for services only.`)
      })
  })
}

/** The coordinates of everything that is `@inaccessible`. */
export function hiddenIn(document: DocumentNode): string[] {
  return definitionsIn(document).filter(isHidden).map(pathOf)
}

const isHidden = ({ inaccessible }: Definition) => inaccessible
const pathOf = ({ path }: Definition) => path
