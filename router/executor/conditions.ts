// The Boolean variables on which an operation depends: `@skip`, `@include`, condition nodes of plans.
import {
  Kind,
  valueFromASTUntyped,
  visit,
  type DirectiveNode,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import type { Variables } from './subgraph-result.ts'

/** The value of a Boolean variable in one request. */
export type Condition = (variable: string) => boolean

/** Reads the Boolean variables of an operation, with their defaults. */
export function compileConditions({
  variableDefinitions = [],
}: OperationDefinitionNode): (variables: Variables) => Condition {
  const defaults = new Map(
    variableDefinitions.map(({ variable, defaultValue }) => {
      return [variable.name.value, defaultValue && valueFromASTUntyped(defaultValue)]
    }),
  )
  return (variables) => (name) => {
    const sent = Object.hasOwn(variables, name) ? variables[name] : undefined
    return (sent ?? defaults.get(name)) === true
  }
}

/** The variables on which `@skip` and `@include` of a document depend, in order. */
export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Directive(directive) {
      const value = conditionOf(directive)
      if (value?.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

/** True unless `@skip` or `@include` removes the selection. */
export function isSelected({ directives = [] }: SelectionNode, isTrue: Condition): boolean {
  return directives.every((directive) => !isCondition(directive) || includes(directive, isTrue))
}

export function isCondition(directive: DirectiveNode): boolean {
  return conditionOf(directive) !== undefined
}

function includes(directive: DirectiveNode, isTrue: Condition): boolean {
  const value = conditionOf(directive)!
  const isVariable = value.kind === Kind.VARIABLE
  const holds = isVariable ? isTrue(value.name.value) : value.kind === Kind.BOOLEAN && value.value
  return holds === (directive.name.value === 'include')
}

function conditionOf({ name, arguments: sent }: DirectiveNode) {
  if (name.value !== 'skip' && name.value !== 'include') return undefined
  return sent?.find((argument) => argument.name.value === 'if')?.value
}
