// One operation of a document, without what does not decide its plan.
import {
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  Kind,
  OperationTypeNode,
  visit,
  type ArgumentNode,
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type NameNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql'
import { fragmentsByName } from '#foundation/limits/root-fields.ts'
import { plainString } from '../../plan/plain-strings.ts'
import { isCondition, isSelected, type Condition } from '../conditions.ts'
import type { Variables } from '../subgraph-result.ts'
import { HoistedLiterals } from './hoisted-literals.ts'

export interface AnonymousOperation {
  /** The operation, followed by its fragments. */
  document: DocumentNode
  /** The values of its variables that stand for literals. */
  literals: Variables
}

/** The operation to take from a document that the schema allows. */
export interface ChosenOperation {
  document: DocumentNode
  operationName: string | undefined
  schema: GraphQLSchema
}

/**
 * One operation and the fragments that it uses, without everything that does not affect its plan:
 * its name, conditions and their variables, descriptions, the client's names of fragments and,
 * except in mutations, literals of arguments and block strings. Documents that differ only in these
 * share a plan. (Hive's planner accepts neither descriptions nor directives of variables.)
 */
export function anonymousOperation(chosen: ChosenOperation, isTrue: Condition): AnonymousOperation {
  return new Copy(chosen, isTrue).made()
}

/** Copies an operation in one walk. Speed matters, because some clients send a new document with each request. */
class Copy {
  readonly #schema: GraphQLSchema
  readonly #operation: OperationDefinitionNode
  readonly #isTrue: Condition
  /** Literals of mutations stay, because services store idempotency keys under the text of mutations. */
  readonly #isMutation: boolean
  readonly #byName: ReadonlyMap<string, FragmentDefinitionNode>
  /** Fragments in the order of their first use, which numbers their names. */
  readonly #fragments: FragmentDefinitionNode[] = []
  readonly #numbers = new Map<string, number>()
  readonly #literals: HoistedLiterals
  readonly #usedVariables = new Set<string>()

  constructor({ document, operationName, schema }: ChosenOperation, isTrue: Condition) {
    this.#schema = schema
    this.#operation = getOperationAST(document, operationName)!
    this.#isTrue = isTrue
    this.#isMutation = this.#operation.operation === OperationTypeNode.MUTATION
    this.#byName = fragmentsByName(document)
    this.#literals = new HoistedLiterals(this.#operation.variableDefinitions ?? [])
  }

  made(): AnonymousOperation {
    const { name: _name, description: _description, ...operation } = this.#operation
    const root = this.#schema.getRootType(operation.operation)!
    const selectionSet = this.#set(operation.selectionSet, root)
    const directives = this.#directives(operation)
    const variableDefinitions = this.#definitions()
    const copied = { ...operation, directives, selectionSet, variableDefinitions }
    const document = { kind: Kind.DOCUMENT, definitions: [copied, ...this.#fragments] } as const
    return { document, literals: this.#literals.values }
  }

  /** The variables of the client that are used, and those that replace literals. */
  #definitions(): VariableDefinitionNode[] {
    const definitions = (this.#operation.variableDefinitions ?? []).filter(({ variable }) => {
      return this.#usedVariables.has(variable.name.value)
    })
    const bare = definitions.map(
      ({ description: _description, directives: _directives, ...node }) => {
        return this.#kept(node)
      },
    )
    return [...bare, ...this.#literals.definitions]
  }

  #set({ selections, ...set }: SelectionSetNode, type: Type): SelectionSetNode {
    const selected = selections.filter((node) => isSelected(node, this.#isTrue))
    return { ...set, selections: selected.map((node) => this.#selection(node, type)) }
  }

  #selection(node: SelectionNode, type: Type): SelectionNode {
    if (node.kind === Kind.FIELD) return this.#field(node, type)
    const directives = this.#directives(node)
    if (node.kind === Kind.FRAGMENT_SPREAD) return { ...node, directives, name: this.#spread(node) }
    const inner = node.typeCondition ? this.#typeOf(node.typeCondition) : type
    return { ...node, directives, selectionSet: this.#set(node.selectionSet, inner) }
  }

  #field({ selectionSet, ...node }: FieldNode, type: Type): FieldNode {
    const field = fieldOf(type, node)
    const sent = node.arguments?.map((argument) => this.#argument(argument, field))
    return {
      ...node,
      ...(sent && { arguments: sent }),
      directives: this.#directives(node),
      ...(selectionSet && {
        selectionSet: this.#set(selectionSet, field && getNamedType(field.type)),
      }),
    }
  }

  #argument(node: ArgumentNode, field: Field): ArgumentNode {
    const type = field?.args.find(({ name }) => name === node.name.value)?.type
    if (this.#isMutation || !type) return this.#kept(node)
    return { ...node, value: this.#literals.replace(node.value, type, (rest) => this.#kept(rest)) }
  }

  #directives({ directives = [] }: { directives?: readonly DirectiveNode[] }): DirectiveNode[] {
    return directives.filter((node) => !isCondition(node)).map((node) => this.#kept(node))
  }

  /** Renames a fragment spread, and copies its fragment at the first use. */
  #spread({ name }: FragmentSpreadNode): NameNode {
    const number = this.#numbers.getOrInsertComputed(name.value, () => this.#numbers.size)
    const renamed = { ...name, value: `F${number}` }
    if (number < this.#fragments.length) return renamed
    const { description: _description, ...fragment } = this.#byName.get(name.value)!
    this.#fragments.push(fragment)
    const selectionSet = this.#set(fragment.selectionSet, this.#typeOf(fragment.typeCondition))
    const directives = this.#directives(fragment)
    this.#fragments[number] = { ...fragment, name: renamed, directives, selectionSet }
    return renamed
  }

  #typeOf({ name }: { name: NameNode }): Type {
    return this.#schema.getType(name.value)
  }

  /** Copies a node, and records the variables in it. */
  #kept<Node extends ASTNode>(node: Node): Node {
    return visit(node, {
      Variable: ({ name }) => void this.#usedVariables.add(name.value),
      ...(!this.#isMutation && { StringValue: plainString }),
    })
  }
}

type Type = GraphQLNamedType | undefined
type Field = GraphQLField<unknown, unknown> | undefined

/** The definition of a field; undefined for `__typename` and other fields that every type has. */
function fieldOf(type: Type, { name }: Pick<FieldNode, 'name'>): Field {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name.value] : undefined
}
