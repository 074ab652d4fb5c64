// Finds directives in the SDL that nothing enforces.
import {
  isSpecifiedDirective,
  Kind,
  visit,
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
} from 'graphql'

/** Directives that do not restrict who may use a field, and need no guard. */
const UNGUARDED = new Set([
  'constraint',
  'external',
  'key',
  'link',
  'provides',
  'requires',
  'shareable',
  'tag',
])
const GUARDED = new Set([
  'allowsServices',
  'authenticated',
  'requiresScopes',
  'inaccessible',
  'private',
])

/**
 * Fails startup for a directive that nothing enforces: it would promise a check that never runs.
 * @param own guards of the subgraph's own directives, by name
 */
export function refuseUnenforceable(sdl: DocumentNode, own: object): void {
  visit(sdl, {
    Directive(node: DirectiveNode, _key, _parent, _path, ancestors) {
      const name = node.name.value
      // Ancestors of a field: its type and the type's list of fields. Only fields of objects are resolved.
      const [type, , holder] = ancestors.slice(-3).map(kindOf)
      const onField = holder === Kind.FIELD_DEFINITION && OBJECTS.has(type)
      // A type is hidden by hiding the fields that lead to it (inaccessible.ts).
      if (name === 'inaccessible' && HIDEABLE.has(holder)) return
      if (onField && (GUARDED.has(name) || Object.hasOwn(own, name))) return
      if (UNGUARDED.has(name) || isSpecifiedDirective({ name } as never)) return
      throw new Error(`Nothing enforces @${name} on ${holder ?? 'the schema'}.`)
    },
  })
}

const HIDEABLE = new Set<Kind | undefined>([
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
])
const OBJECTS = new Set<Kind | undefined>([Kind.OBJECT_TYPE_DEFINITION, Kind.OBJECT_TYPE_EXTENSION])

function kindOf(ancestor: ASTNode | readonly ASTNode[]): Kind | undefined {
  return 'kind' in ancestor ? ancestor.kind : undefined
}
