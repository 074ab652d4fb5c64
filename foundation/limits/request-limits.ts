// Limits the size of a GraphQL document before execution: its depth, fields and aliases.
import {
  GraphQLError,
  Kind,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import { shown } from '#foundation/domain/shown-value.ts'
import { isIntrospection, responseName } from '#foundation/limits/root-fields.ts'
import { countRefusal } from '#foundation/telemetry/metrics.ts'

/**
 * `depth` in nested fields, `aliases` in response names of one field, `fields` with every fragment expanded, `tokens`
 * as parsed, `nodes` in values of the response (node-count.ts), `cost` as estimated (cost/operation.ts).
 */
export interface RequestLimits {
  depth: number
  aliases: number
  fields: number
  tokens: number
  nodes: number
  cost: number
}

/**
 * Validation rules for the size of every operation in a document. A violation is VALIDATION_ERROR
 * with `{reason: 'DEPTH_LIMIT' | 'FIELD_LIMIT' | 'ALIAS_LIMIT', limit}`. `parse(source, {maxTokens})`
 * has counted the tokens before. graphql-js's own rules report cycles and unknown fragments.
 */
export function requestLimitRules(limits: RequestLimits): ValidationRule[] {
  return [sizeRule(limits), aliasRule(limits.aliases)]
}

/** Refuses `_service` in production: its SDL would reveal as much as introspection. */
export const noSubgraphSdl: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value !== '_service' || context.getParentType()?.name !== 'Query') return
    context.reportError(new GraphQLError('Only services may select _service.', { nodes: node }))
  },
})

/** Refuses `@defer` and `@stream` by name; graphql-js reports only that no schema here has them. */
export const noIncrementalDelivery: ValidationRule = (context) => ({
  Directive(node) {
    const name = node.name.value
    if (name !== 'defer' && name !== 'stream') return
    const message = `@${name} is not supported: a response comes in one piece.`
    const details = { field: 'query', reason: `must not use @${name}` }
    const extensions = { code: 'VALIDATION_ERROR', details }
    context.reportError(new GraphQLError(message, { nodes: node, extensions }))
  },
})

const NO_INTROSPECTION =
  'Introspection is turned off in production. Read the SDL instead: schema/api.graphql, or subgraphs/<service>/schema.graphql for one service.'

/** Refuses introspection, for production. `__typename` stays allowed. */
export const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value !== '__schema' && node.name.value !== '__type') return
    context.reportError(new GraphQLError(NO_INTROSPECTION, { nodes: node }))
  },
})

interface Size {
  depth: number
  /** Nested fragments multiply: 1,000 tokens can name billions of fields. */
  fields: number
}

const EMPTY: Size = { depth: 0, fields: 0 }
/** A planner expands fragments of introspection like any other, so each counts as a field. */
const INTROSPECTION: Size = { depth: 0, fields: 1 }

function sizeRule(limits: RequestLimits): ValidationRule {
  return (context) => {
    const sizeOf = createMeasure(context)
    return {
      OperationDefinition(node) {
        const { depth, fields } = sizeOf(node.selectionSet)
        if (depth > limits.depth) {
          const message = `The operation nests fields ${depth} levels deep; the depth limit is ${limits.depth}.`
          context.reportError(violation('DEPTH_LIMIT', message, limits.depth, node))
        }
        if (fields > limits.fields) {
          const message = `The operation selects ${fields} fields; the field limit is ${limits.fields}.`
          context.reportError(violation('FIELD_LIMIT', message, limits.fields, node))
        }
      },
    }
  }
}

/** Measures selection sets. Each fragment is measured once, however often it is spread. */
function createMeasure(context: ValidationContext): (set: SelectionSetNode) => Size {
  const known = new Map<string, Size>()
  const fragmentSize = (name: string): Size => {
    const size = known.get(name)
    if (size) return size
    // Set while the fragment is being measured, so that a cycle ends here.
    known.set(name, EMPTY)
    const fragment = context.getFragment(name)
    if (fragment) known.set(name, sizeOf(fragment.selectionSet))
    return known.get(name)!
  }
  const selectionSize = (node: SelectionNode): Size => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return fragmentSize(node.name.value)
    if (node.kind === Kind.INLINE_FRAGMENT) return sizeOf(node.selectionSet)
    if (isIntrospection(node)) return INTROSPECTION
    const under = node.selectionSet ? sizeOf(node.selectionSet) : EMPTY
    return { depth: under.depth + 1, fields: under.fields + 1 }
  }
  const sizeOf = ({ selections }: SelectionSetNode): Size =>
    selections.map(selectionSize).reduce((sum, { depth, fields }) => {
      return { depth: Math.max(sum.depth, depth), fields: sum.fields + fields }
    }, EMPTY)
  return sizeOf
}

/** A field with its parent type, such as `Query.me`, and a response name it is selected under. */
type Selected = [field: string, responseName: string]

function aliasRule(limit: number): ValidationRule {
  return (context) => {
    const selected = new Map<DefinitionNode, Selected[]>()
    let current: Selected[] = []
    const enter = (node: OperationDefinitionNode | FragmentDefinitionNode) => {
      selected.set(node, (current = []))
    }
    return {
      OperationDefinition: enter,
      FragmentDefinition: enter,
      Field(node) {
        const parent = context.getParentType()
        if (parent) current.push([`${parent.name}.${node.name.value}`, responseName(node)])
      },
      Document: { leave: (document) => reportAliases(context, document, selected, limit) },
    }
  }
}

function reportAliases(
  context: ValidationContext,
  document: DocumentNode,
  selected: Map<DefinitionNode, Selected[]>,
  limit: number,
): void {
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue
    const fragments = context.getRecursivelyReferencedFragments(operation)
    const all = [operation, ...fragments].flatMap((definition) => selected.get(definition) ?? [])
    for (const [field, { size }] of responseNamesByField(all)) {
      // Introspection has no other limit, and no tool selects one of its fields under two names.
      const max = INTROSPECTED.test(field) ? 1 : limit
      if (size <= max) continue
      const message = `${shown(field)} is selected under ${size} names; the alias limit is ${max}.`
      context.reportError(violation('ALIAS_LIMIT', message, max, operation))
    }
  }
}

/** `__schema`, and the fields of the types that describe a schema. */
const INTROSPECTED = /^__|\.__schema$/

function responseNamesByField(selected: Selected[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const [field, name] of selected) names.getOrInsertComputed(field, () => new Set()).add(name)
  return names
}

/** The metric labels of the limits, by the reasons of their errors. */
const LIMITED = { DEPTH_LIMIT: 'depth', FIELD_LIMIT: 'fields', ALIAS_LIMIT: 'aliases' } as const

function violation(
  reason: keyof typeof LIMITED,
  message: string,
  limit: number,
  operation: OperationDefinitionNode,
): GraphQLError {
  countRefusal(LIMITED[reason])
  const extensions = { code: 'VALIDATION_ERROR', details: { reason, limit } }
  return new GraphQLError(message, { nodes: operation, extensions })
}
