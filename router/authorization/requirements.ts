// What the authorization directives of a supergraph require of callers, by schema coordinate.
import {
  getDirectiveValues,
  GraphQLDirective,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  Kind,
  visit,
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
} from 'graphql'
import { argumentOf, booleanOf } from '../supergraph/directive-arguments.ts'
import { authorizationDirectives, type AuthorizationDirective } from './directives.ts'

/** Lists of names: a caller must have all of one list. */
export type Alternatives = readonly (readonly string[])[]

/** What one type or field requires, besides a valid token. */
export interface Requirement {
  /** `Type` or `Type.field`. */
  coordinate: string
  /** The scopes that each `@requiresScopes` asks for. */
  scopes: readonly Alternatives[]
  /** The policies that each `@policy` asks for. */
  policies: readonly Alternatives[]
}

/** The requirements by schema coordinate. */
export type Requirements = ReadonlyMap<string, Requirement>

/**
 * Reads the requirements of a supergraph.
 * @throws for a directive that nothing would enforce, and for one whose arguments cannot be read
 */
export function readRequirements(document: DocumentNode): Requirements {
  const names = authorizationDirectives(document)
  const requirements = new Map<string, Requirement>()
  if (names.size === 0) return requirements
  visit(document, {
    Directive(node: DirectiveNode, _key, _parent, _path, ancestors) {
      const directive = names.get(node.name.value)
      if (directive === undefined) return
      const coordinate = coordinateOf(node, ancestors as readonly ASTNode[])
      add(requirements, coordinate, readDirective(node, directive, coordinate))
    },
  })
  inheritOfInterfaceObjects(document, requirements)
  return requirements
}

const TYPES = new Set<Kind>([
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.OBJECT_TYPE_EXTENSION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_EXTENSION,
  Kind.SCALAR_TYPE_DEFINITION,
  Kind.SCALAR_TYPE_EXTENSION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.ENUM_TYPE_EXTENSION,
])

/** The coordinate that a directive is applied to. @throws where the specification does not allow the directives */
function coordinateOf({ name }: DirectiveNode, ancestors: readonly ASTNode[]): string {
  // The ancestors of a field end with its type and the list of fields of the type.
  const [type, , holder] = ancestors.slice(-3)
  if (holder && TYPES.has(holder.kind)) return nameOf(holder)
  if (holder?.kind === Kind.FIELD_DEFINITION) return `${nameOf(type!)}.${nameOf(holder)}`
  throw new Error(`Nothing enforces @${name.value} on ${holder?.kind ?? 'the schema'}.`)
}

function nameOf(node: ASTNode): string {
  return (node as ObjectTypeDefinitionNode | FieldDefinitionNode).name.value
}

const NAMES = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString)))
const ALTERNATIVES = { type: new GraphQLNonNull(new GraphQLList(NAMES)) }
const LOCATIONS = { locations: [] }

/** The characters of a scope (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+$/

/** Adds one directive to the requirements. @throws for arguments that cannot be read */
function readDirective(
  node: DirectiveNode,
  directive: AuthorizationDirective,
  coordinate: string,
): Pick<Requirement, 'scopes' | 'policies'> {
  if (directive === 'authenticated') return { scopes: [], policies: [] }
  if (directive === 'policy') {
    return { scopes: [], policies: [readAlternatives(node, 'policies', coordinate)] }
  }
  const scopes = readAlternatives(node, 'scopes', coordinate)
  const wrong = scopes.flat().find((scope) => !SCOPE.test(scope))
  if (wrong === undefined) return { scopes: [scopes], policies: [] }
  throw new Error(
    `${coordinate}: @${node.name.value} names ${JSON.stringify(wrong)}, which is not a scope.`,
  )
}

function readAlternatives(node: DirectiveNode, argument: string, coordinate: string): Alternatives {
  const name = node.name.value
  const directive = new GraphQLDirective({ name, args: { [argument]: ALTERNATIVES }, ...LOCATIONS })
  try {
    return getDirectiveValues(directive, { directives: [node] })![argument] as Alternatives
  } catch (cause) {
    throw new Error(`${coordinate}: cannot read ${argument} of @${name}.`, { cause })
  }
}

function add(
  requirements: Map<string, Requirement>,
  coordinate: string,
  { scopes, policies }: Pick<Requirement, 'scopes' | 'policies'>,
): void {
  const known = requirements.get(coordinate)
  requirements.set(coordinate, {
    coordinate,
    scopes: [...(known?.scopes ?? []), ...scopes],
    policies: [...(known?.policies ?? []), ...policies],
  })
}

/**
 * A field that an interface object provides is in each type of the interface, with `@join__field` without a subgraph.
 * Earlier versions of composition do not copy its directives there.
 */
function inheritOfInterfaceObjects(
  { definitions }: DocumentNode,
  requirements: Map<string, Requirement>,
): void {
  const provided = new Set(definitions.filter(isInterfaceObject).map(({ name }) => name.value))
  if (provided.size === 0) return
  for (const type of definitions) {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION) continue
    const interfaces = (type.interfaces ?? []).map(nameOf).filter((name) => provided.has(name))
    for (const field of (type.fields ?? []).filter(isProvided)) {
      for (const coordinate of interfaces.flatMap((name) => [name, `${name}.${nameOf(field)}`])) {
        const inherited = requirements.get(coordinate)
        if (inherited) add(requirements, `${nameOf(type)}.${nameOf(field)}`, inherited)
      }
    }
  }
}

function isInterfaceObject(node: ASTNode): node is InterfaceTypeDefinitionNode {
  if (node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return false
  return (node.directives ?? []).some((directive) => booleanOf(directive, 'isInterfaceObject'))
}

function isProvided({ directives = [] }: FieldDefinitionNode): boolean {
  return directives.some((directive) => {
    return directive.name.value === 'join__field' && !argumentOf(directive, 'graph')
  })
}
