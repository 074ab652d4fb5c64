// Every directive that a document applies, with the coordinate that it stands on.
import { visit, type ASTNode, type ConstDirectiveNode, type DocumentNode } from 'graphql'

export interface Application {
  /** Of what it stands on: `Query.quests.first`, or `schema`. */
  coordinate: string
  kind: ASTNode['kind']
  directive: ConstDirectiveNode
}

/** In the order of the document. */
export function applicationsIn(document: DocumentNode): Application[] {
  return placesIn(document).flatMap(({ coordinate, node }) =>
    ('directives' in node ? ((node.directives ?? []) as ConstDirectiveNode[]) : []).map(
      (directive) => ({ coordinate, kind: node.kind, directive }),
    ),
  )
}

/** Coordinates of all that a document defines or extends, `schema` among them. */
export function coordinatesIn(document: DocumentNode): Set<string> {
  return new Set(['schema', ...placesIn(document).map(({ coordinate }) => coordinate)])
}

interface Named {
  coordinate: string
  node: ASTNode
}

function placesIn(document: DocumentNode): Named[] {
  const found: Named[] = []
  const path: string[] = []
  visit(document, {
    enter(node) {
      if (isNamed(node)) path.push(node.name.value)
      if ('directives' in node) found.push({ coordinate: path.join('.') || 'schema', node })
    },
    leave(node) {
      if (isNamed(node)) path.pop()
    },
  })
  return found
}

function isNamed(node: ASTNode): node is ASTNode & { name: { value: string } } {
  return 'name' in node && /Definition$|Extension$/.test(node.kind)
}
