// Step 3: what changes for clients. graphql-inspector finds the changes, and our rules rate them.
import { diff, type Change } from '@graphql-inspector/core'
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredInputField,
  type GraphQLSchema,
} from 'graphql'
import { findingsOf, unique, type Finding } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import type { Usage } from '../operations/usage.ts'
import { changeLocator, type Locate } from '../sdl/locate.ts'
import { ruleOf } from './inspector-changes.ts'
import { typesOfInput, typesOfOutput } from './reach.ts'
import { apiRules, type ApiRule } from './rules.ts'

const tell = findingsOf('api', apiRules)

interface Sides {
  base: GraphQLSchema
  head: GraphQLSchema
}

/** Both graphs must have a schema. `usage` finds operations by coordinates of the base. */
export async function checkApi(base: Graph, head: Graph, usage: Usage): Promise<Finding[]> {
  const sides = { base: base.schema!, head: head.schema! }
  const locate = changeLocator(base, head)
  const changes = withoutParts(await diff(sides.base, sides.head), sides)
  return unique(changes.flatMap((change) => rate(change, sides, locate, usage)))
}

function rate(change: Change, sides: Sides, locate: Locate, usage: Usage): Finding[] {
  const path = change.path ?? ''
  const named = ruleOf(change.type, change.criticality.level, path)
  if (!named) return []
  const coordinate = path.replace(/\.@?(deprecated|specifiedBy)\b.*$/, '') || 'schema'
  const rule = refine(named, coordinate, change, sides)
  const { subgraph, at } = locate(coordinate) ?? {}
  const where = { coordinate, detail: detailOf(change), at }
  // The id does not contain the subgraph, because clients do not know where a field comes from.
  const message = deprecationAt(rule, coordinate, sides.head) ?? `${change.message}.`
  const finding = { ...tell(rule, where, message), ...(subgraph && { subgraph }) }
  if (finding.severity !== 'breaking' || coordinate.startsWith('@')) return [finding]
  return [{ ...finding, ...usage(usedAt(change, coordinate, sides)) }]
}

/**
 * The parts of a new type or field are not reported separately, unless existing responses may
 * contain the type.
 */
function withoutParts(changes: readonly Change[], sides: Sides): Change[] {
  const added = new Set<string>()
  return changes.filter((change) => {
    const { type, path = '' } = change
    if (joinsKnownInterface(change, sides)) return true
    const parents = path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'))
    if (parents.some((parent) => added.has(parent))) return false
    if (WHOLE.test(type)) added.add(path)
    return true
  })
}

const WHOLE =
  /^(TYPE|FIELD|FIELD_ARGUMENT|INPUT_FIELD|ENUM_VALUE|DIRECTIVE|DIRECTIVE_ARGUMENT)_ADDED$/

function joinsKnownInterface({ type, meta }: Change, { base }: Sides): boolean {
  if (type !== 'OBJECT_TYPE_INTERFACE_ADDED') return false
  return typesOfOutput(base).has((meta as { addedInterfaceName: string }).addedInterfaceName)
}

/**
 * Corrects the rating of graphql-inspector, which does not consider whether a type is reachable, or
 * the effect of a default.
 */
function refine(rule: ApiRule, coordinate: string, change: Change, sides: Sides): ApiRule {
  const { base, head } = sides
  const [type = ''] = coordinate.split('.')
  const isKnown = base.getType(type) !== undefined && !coordinate.startsWith('@')
  if (apiRules[rule].severity === 'breaking' && isKnown && !isReachable(base, type)) {
    return 'unreachable-changed'
  }
  if (rule === 'interface-added' && !joinsKnownInterface(change, sides)) {
    return 'new-interface-joined'
  }
  if (rule === 'enum-value-added') {
    return typesOfOutput(head).has(type) ? rule : 'input-enum-value-added'
  }
  if (rule === 'argument-default-changed' || rule === 'input-field-default-changed') {
    const kind = rule === 'argument-default-changed' ? 'argument' : 'input-field'
    if (isRequired(head, coordinate)) return `${kind}-became-required`
    if (isRequired(base, coordinate)) return `${kind}-default-added`
  }
  return rule
}

/** graphql-inspector splits a deprecation into several changes, none of which has the reason. */
function deprecationAt(rule: ApiRule, coordinate: string, head: GraphQLSchema): string | undefined {
  const found = rule === 'deprecation-changed' ? findElement(head, coordinate) : undefined
  if (!found) return undefined
  const { deprecationReason: reason } = found
  if (reason === undefined || reason === null) return `${coordinate} is no longer deprecated.`
  return `${coordinate} is deprecated: ${reason.replace(/\.?$/, '.')}`
}

/** A field, argument, input field or enum value by its coordinate. */
function findElement(schema: GraphQLSchema, coordinate: string) {
  const [typeName = '', name = '', argument] = coordinate.split('.')
  const type = schema.getType(typeName)
  if (isEnumType(type)) return type.getValue(name)
  if (isInputObjectType(type)) return type.getFields()[name]
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined
  const field = type.getFields()[name]
  return argument === undefined ? field : field?.args.find((one) => one.name === argument)
}

function isReachable(schema: GraphQLSchema, type: string): boolean {
  return typesOfOutput(schema).has(type) || typesOfInput(schema).has(type)
}

/** True for an argument or input field that is not null and has no default. */
function isRequired(schema: GraphQLSchema, coordinate: string): boolean {
  const found = findElement(schema, coordinate)
  return Boolean(found && 'defaultValue' in found && isRequiredInputField(found))
}

/** The coordinate whose users are affected. An operation that omits a required argument uses only its field. */
function usedAt({ meta }: Change, coordinate: string, { head }: Sides): string {
  if (coordinate === 'schema') return text(valueOf(meta, /^old\w+TypeName$/))
  return isRequired(head, coordinate)
    ? coordinate.slice(0, coordinate.lastIndexOf('.'))
    : coordinate
}

/** The old and new value, or the member: it distinguishes changes of one coordinate. */
function detailOf({ type, meta }: Change): string | undefined {
  if (/DESCRIPTION|DEPRECATION|DIRECTIVE_USAGE/.test(type)) return undefined
  const [before, after] = [valueOf(meta, /^old/), valueOf(meta, /^new/)]
  if (before !== undefined || after !== undefined) return `${text(before)}>${text(after)}`
  const member = valueOf(
    meta,
    /(Interface|UnionMemberType)Name$|Location$|^added.*(Argument|Field)Type$/,
  )
  return member === undefined ? undefined : text(member)
}

/** The first value in a change's metadata whose name matches. */
function valueOf(meta: unknown, pattern: RegExp): unknown {
  return Object.entries(meta as object).find(([name]) => pattern.test(name))?.[1]
}

function text(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
