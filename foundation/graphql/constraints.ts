// Reads @constraint from SDL, and adds it to descriptions.
import {
  getArgumentValues,
  GraphQLDirective,
  GraphQLFloat,
  GraphQLInt,
  GraphQLString,
  DirectiveLocation,
  Kind,
  visit,
  type DocumentNode,
  type InputValueDefinitionNode,
} from 'graphql'
import { describeConstraint, type Constraint } from '#foundation/domain/constraint.ts'

/** The directive as common.graphql declares it. */
const DIRECTIVE = new GraphQLDirective({
  name: 'constraint',
  locations: [DirectiveLocation.ARGUMENT_DEFINITION, DirectiveLocation.INPUT_FIELD_DEFINITION],
  args: {
    minLength: { type: GraphQLInt },
    maxLength: { type: GraphQLInt },
    pattern: { type: GraphQLString },
    min: { type: GraphQLFloat },
    max: { type: GraphQLFloat },
    maxItems: { type: GraphQLInt },
  },
})

/** The constraint of an argument or input field; undefined without one. */
export function constraintOf(
  node: InputValueDefinitionNode | null | undefined,
): Constraint | undefined {
  const applied = node?.directives?.find(({ name }) => name.value === DIRECTIVE.name)
  return applied && getArgumentValues(DIRECTIVE, applied)
}

/** Adds each constraint to the description of its field, because introspection hides directives. */
export function describeConstraints(document: DocumentNode): DocumentNode {
  return visit(document, {
    InputValueDefinition(node) {
      const constraint = constraintOf(node)
      if (!constraint) return undefined
      const description = node.description?.value
      const value = [description, describeConstraint(constraint)].filter(Boolean).join(' ')
      return { ...node, description: { ...node.description, kind: Kind.STRING, value } }
    },
  })
}
