// Entities that another service refers to: validates all representations, then resolves each
// separately.
import {
  getNamedType,
  isLeafType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { yieldToEventLoop } from '#foundation/limits/yield-to-event-loop.ts'
import { leafIssue, MAX_ISSUES } from '#foundation/graphql/variables.ts'

/** The first issue of a value, with the field below it; undefined for a valid one. */
type Check = (value: unknown) => Issue | undefined

/** A multiple of the batch size of row loaders; thousands at once would block other requests. */
const ENTITIES_AT_ONCE = 1_000

/** The checks of each entity's keys, by the name of the entity. */
type KeyChecks = ReadonlyMap<unknown, readonly Check[]>

/**
 * Checks every representation passed to `_entities` before any is resolved, and returns an Error in place of an
 * entity that fails. If two entities threw, graphql-js would leave one rejection unhandled, which ends the process.
 */
export function validateEntities(schema: GraphQLSchema): void {
  const entities = schema.getQueryType()?.getFields()._entities
  const resolve = entities?.resolve
  if (!resolve) return
  const keys = keyChecks(schema)
  entities.resolve = async (source, { representations }, ctx, info) => {
    const sent = representations as readonly unknown[]
    refuseMalformed(sent, keys)
    const settle = async (representation: unknown): Promise<unknown> => {
      try {
        const found = resolve(source, { representations: [representation] }, ctx, info)
        return await (found as unknown[])[0]
      } catch (error) {
        return error
      }
    }
    const settled: unknown[] = []
    for (let from = 0; from < sent.length; from += ENTITIES_AT_ONCE) {
      settled.push(...(await Promise.all(sent.slice(from, from + ENTITIES_AT_ONCE).map(settle))))
      await yieldToEventLoop()
    }
    return settled
  }
}

/** @throws VALIDATION_ERROR that names representation and field, e.g. `representations[0].id` */
function refuseMalformed(representations: readonly unknown[], keys: KeyChecks): void {
  const issues: Issue[] = []
  for (const [index, representation] of representations.entries()) {
    const issue = representationIssue(representation, keys)
    if (issue) issues.push(below(`representations[${index}]`, issue))
    if (issues.length === MAX_ISSUES) break
  }
  refuseIssues(issues)
}

function representationIssue(representation: unknown, keys: KeyChecks): Issue | undefined {
  if (!isRecord(representation)) return { field: '', reason: 'must be an object' }
  const field = '__typename'
  if (!Object.hasOwn(representation, field)) return { field, reason: 'is required' }
  const { __typename } = representation
  if (typeof __typename !== 'string') return { field, reason: 'must be a string' }
  const checks = keys.get(__typename)
  if (!checks) return { field, reason: 'must be the name of an entity of this service' }
  const issues = checks.map((check) => check(representation))
  return issues.includes(undefined) ? undefined : issues[0]
}

function keyChecks(schema: GraphQLSchema): KeyChecks {
  const union = schema.getType('_Entity')
  const types = isUnionType(union) ? union.getTypes() : []
  return new Map(types.map((type) => [type.name, keysOf(type).map((key) => keyCheck(type, key))]))
}

function keysOf({ astNode, extensionASTNodes }: GraphQLObjectType): SelectionSetNode[] {
  const directives = [astNode, ...extensionASTNodes].flatMap((node) => node?.directives ?? [])
  return directives.flatMap(({ name, arguments: args }) => {
    const fields = args?.find((argument) => argument.name.value === 'fields')?.value
    if (name.value !== 'key' || fields?.kind !== Kind.STRING) return []
    return [(parse(`{${fields.value}}`).definitions[0] as OperationDefinitionNode).selectionSet]
  })
}

/** Checks that all fields of a key are present, not null, and of the right type. */
function keyCheck(type: GraphQLObjectType, { selections }: SelectionSetNode): Check {
  const checks = selections.map((node) => fieldCheck(type, node as FieldNode))
  return (value) => {
    if (!isRecord(value)) return { field: '', reason: 'must be an object' }
    for (const check of checks) {
      const issue = check(value)
      if (issue) return issue
    }
    return undefined
  }
}

function fieldCheck(parent: GraphQLObjectType, { name, selectionSet }: FieldNode): Check {
  const field = name.value
  const type = getNamedType(parent.getFields()[field]?.type)
  const check = checkOf(type, selectionSet)
  if (!check) throw new Error(`@key of ${parent.name} names ${field}, which cannot be checked.`)
  return (value) => {
    const record = value as Record<string, unknown>
    if (!Object.hasOwn(record, field)) return { field, reason: 'is required' }
    const issue = check(record[field])
    return issue && below(field, issue)
  }
}

function checkOf(type: unknown, selectionSet: SelectionSetNode | undefined): Check | undefined {
  if (isLeafType(type)) return (value) => leafIssue(type, value)
  return isObjectType(type) && selectionSet ? keyCheck(type, selectionSet) : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function below(path: string, { field, reason }: Issue): Issue {
  return { field: field === '' ? path : `${path}.${field}`, reason }
}
