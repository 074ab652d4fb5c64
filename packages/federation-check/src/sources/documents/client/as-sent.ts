// Converts a document to what a client sends: without the directives that it handles itself, and
// without what it does not request from the server.
import {
  Kind,
  parse,
  visit,
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { spreadsIn } from '../fragments.ts'
import { withFragmentArguments } from './fragment-arguments.ts'
import { cacheFieldsOf, effectsOf, type Effect, type Effects } from './libraries.ts'

/** Converts a document. @param directives names of libraries, and the client's own directives with their `@` */
export function asSent(document: DocumentNode, directives: readonly string[]): DocumentNode {
  if (directives.length === 0) return document
  const effects = effectsOf(directives)
  const whole = effects('argumentDefinitions') ? withFragmentArguments(document) : document
  const bare = withoutOwn(whole, effects, cacheFieldsOf(directives))
  return bare === document ? document : withUsedVariables(withoutUnspread(document, bare))
}

/** Fills a selection that would otherwise be empty. */
const TYPENAME: FieldNode = {
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: '__typename' },
}

type Has = (effect: Effect, node: Marked) => boolean

function withoutOwn(
  document: DocumentNode,
  effects: Effects,
  cacheFields: readonly string[],
): DocumentNode {
  const has: Has = (effect, { directives = [] }) =>
    directives.some(({ name }) => effects(name.value) === effect)
  const isUnsent = (node: Marked) => has('unsent', node)
  const unless = (node: Marked) => (isUnsent(node) ? null : undefined)
  const unsent = document.definitions
    .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
    .flatMap((node) => (isUnsent(node) ? [node.name.value] : []))
  return visit(document, {
    InlineFragment: unless,
    FragmentDefinition: unless,
    FragmentSpread: (node) =>
      isUnsent(node) || unsent.includes(node.name.value) ? null : undefined,
    OperationDefinition: {
      enter: unless,
      leave: (node) => (node.selectionSet.selections.every(isFiller) ? null : undefined),
    },
    Field: (node) => (cacheFields.includes(node.name.value) ? null : fieldAsSent(node, has)),
    SelectionSet: { leave: withSelection },
    Directive: ({ name }) => (effects(name.value) === undefined ? undefined : null),
  })
}

const isFiller = (node: SelectionNode) => node === TYPENAME

function withSelection(node: SelectionSetNode): SelectionSetNode | undefined {
  return node.selections.length === 0 ? { ...node, selections: [TYPENAME] } : undefined
}

function fieldAsSent(node: FieldNode, has: Has): FieldNode | null | undefined {
  if (has('unsent', node)) return null
  if (has('paginated', node)) return selecting(node, paginationOf(node))
  if (has('populated', node) && !node.selectionSet) return selecting(node, [TYPENAME])
  return undefined
}

interface Marked {
  readonly directives?: readonly DirectiveNode[] | undefined
}

function selecting(node: FieldNode, more: readonly SelectionNode[]): FieldNode {
  const { selections = [] } = node.selectionSet ?? {}
  const selectionSet = { kind: Kind.SELECTION_SET, selections: [...selections, ...more] } as const
  return { ...node, selectionSet: { ...node.selectionSet, ...selectionSet } }
}

/** The selections that Relay adds to a connection. */
function paginationOf({ arguments: given = [] }: FieldNode): readonly SelectionNode[] {
  const isGiven = (argument: string) => given.some(({ name }) => name.value === argument)
  return [
    ...selectionsIn('edges { cursor node { __typename } }'),
    ...(isGiven('first') ? selectionsIn('pageInfo { endCursor hasNextPage }') : []),
    ...(isGiven('last') ? selectionsIn('pageInfo { hasPreviousPage startCursor }') : []),
  ]
}

function selectionsIn(text: string): readonly SelectionNode[] {
  const [operation] = parse(`{ ${text} }`, { noLocation: true }).definitions
  return (operation as OperationDefinitionNode).selectionSet.selections
}

/** Removes fragments that are no longer spread, because only removed selections spread them. */
function withoutUnspread(before: DocumentNode, after: DocumentNode): DocumentNode {
  const [was, now] = [before, after].map((one) => new Set(spreadsIn(one)))
  const isKept = (node: DefinitionNode) =>
    node.kind !== Kind.FRAGMENT_DEFINITION ||
    !was!.has(node.name.value) ||
    now!.has(node.name.value)
  const definitions = after.definitions.filter(isKept)
  if (definitions.length === after.definitions.length) return after
  return withoutUnspread(before, { ...after, definitions })
}

/** Removes unused variables: Apollo and Relay declare only those that are left. */
function withUsedVariables(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )
  return visit(document, {
    OperationDefinition(node) {
      const used = variablesIn(node, fragments)
      const left = node.variableDefinitions?.filter(({ variable }) => used.has(variable.name.value))
      return { ...node, variableDefinitions: left ?? [] }
    },
  })
}

function variablesIn(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Set<string> {
  const used = new Set<string>()
  const parts = new Set<OperationDefinitionNode | FragmentDefinitionNode>([operation])
  // The loop includes members that are added to the set meanwhile.
  for (const part of parts) {
    visit(part, {
      VariableDefinition: () => false,
      Variable: ({ name }) => void used.add(name.value),
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (fragment) parts.add(fragment)
      },
    })
  }
  return used
}
