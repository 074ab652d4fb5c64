// Every applied directive of a document, with its coordinate.
import { Kind, visit, type ASTNode, type ConstDirectiveNode, type DocumentNode } from 'graphql'
import { memoized } from '../memo.ts'

export interface Application {
  /** The coordinate of the element with the directive: `Query.quests.first`, `@slow.ms`, or `schema`. */
  coordinate: string
  kind: ASTNode['kind']
  directive: ConstDirectiveNode
}

/** The applications in the order of the document. */
export const applicationsIn = memoized((document: DocumentNode): readonly Application[] => {
  const found: Application[] = []
  const path: string[] = []
  visit(document, {
    enter(node) {
      const { kind } = node
      if (isNamed(node))
        path.push(`${kind === Kind.DIRECTIVE_DEFINITION ? '@' : ''}${node.name.value}`)
      if (!('directives' in node)) return
      const coordinate = path.join('.') || 'schema'
      for (const directive of (node.directives ?? []) as ConstDirectiveNode[]) {
        found.push({ coordinate, kind, directive })
      }
    },
    leave(node) {
      if (isNamed(node)) path.pop()
    },
  })
  return found
})

function isNamed(node: ASTNode): node is ASTNode & { name: { value: string } } {
  return 'name' in node && /Definition$|Extension$/.test(node.kind)
}
