// What a caller needs to use something: alternatives, each a list of requirements that must all be
// met.
import { Kind, print, type ConstDirectiveNode, type ConstValueNode } from 'graphql'
import { writtenName } from '../directives/own.ts'
import { argumentOf, asList } from '../sdl/sdl.ts'
import { weakerThan, weakestOf, type Order, type Ranks } from './order.ts'

/**
 * A caller must meet every entry of one alternative. `[[]]` is open to everybody. An entry that a
 * stronger one includes is listed too, marked as included.
 */
export type Requirement = readonly (readonly string[])[]

export const OPEN: Requirement = [[]]
export const AUTHENTICATED = 'a token'
export const SERVICE = 'a service'

/** No guards, for a supergraph: a subgraph's own guards are only in its SDL. */
export const NO_GUARDS: ReadonlySet<string> = new Set()

/**
 * The requirement that the directives of one node state. Scopes and policies are alternatives of
 * lists (https://specs.apollo.dev/requiresScopes/v0.1, https://specs.apollo.dev/policy/v0.1);
 * `@inaccessible` admits only services, and a subgraph's own guard is a requirement of its own.
 */
export function requirementOf(
  directives: readonly ConstDirectiveNode[],
  order: Order,
  guards: ReadonlySet<string> = NO_GUARDS,
): Requirement {
  return both(...directives.map((directive) => requirementOfDirective(directive, order, guards)))
}

/** The requirement that combines all of these. */
export function both(...requirements: readonly Requirement[]): Requirement {
  return requirements.reduce((known, next) => {
    if (isOpen(next) || known === next) return known
    if (isOpen(known)) return next.map((needed) => needed.toSorted())
    return either(
      known.flatMap((some) => next.map((more) => [...new Set([...some, ...more])].toSorted())),
    )
  }, OPEN)
}

/**
 * The requirement that is met by meeting any of these: all alternatives, except those that a weaker
 * one makes redundant.
 */
export function either(alternatives: Requirement): Requirement {
  const kept: (readonly string[])[] = []
  for (const needed of alternatives.toSorted((one, other) => one.length - other.length)) {
    if (!kept.some((known) => isWithin(known, needed))) kept.push(needed)
  }
  // The order is that of the author.
  return [...new Set(alternatives)].filter((needed) => kept.includes(needed))
}

/** True when the second list has each entry of the first, or a stronger one. */
export function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => isIncluded(one) || all.includes(one) || all.includes(included(one)))
}

/** Marks an entry that a stronger one includes. No other entry begins with it. */
const INCLUDED = '\0'
const included = (thing: string) => `${INCLUDED}${thing}`
const isIncluded = (thing: string) => thing.startsWith(INCLUDED)

/** The entries that are stated, without those that a stronger one includes. */
export function stated(needed: readonly string[]): string[] {
  return needed.filter((thing) => !isIncluded(thing) && !needed.includes(included(thing)))
}

function isOpen([first, ...others]: Requirement): boolean {
  return first?.length === 0 && others.length === 0
}

/** True when every caller allowed after was allowed before: nothing was given away. */
export function isAsStrict(after: Requirement, before: Requirement): boolean {
  return after.every((brought) => before.some((needed) => isWithin(needed, brought)))
}

/** The requirement as text: `identity and credentials, or admin`. Ids contain it, so it must be complete. */
export function describe(requirement: Requirement): string {
  const alternatives = requirement.map(stated).map((needed) => {
    // Scopes do not need the entry about a token: a caller with a scope has one.
    const reported = needed.some(isScope)
      ? needed.filter((thing) => thing !== AUTHENTICATED)
      : needed
    return reported.join(' and ') || 'nothing'
  })
  return alternatives.join(', or ') || 'nothing'
}

/** A scope is the only entry with neither a space nor an `@`. */
function isScope(thing: string): boolean {
  return !/^@| /.test(thing)
}

function requirementOfDirective(
  directive: ConstDirectiveNode,
  order: Order,
  guards: ReadonlySet<string>,
): Requirement {
  const { scopes = [], policies = [] } = order
  const name = directive.name.value
  if (name === 'authenticated') return [[AUTHENTICATED]]
  if (name === 'inaccessible') return [[SERVICE]]
  if (name === 'requiresScopes') {
    return listsOf(directive, 'scopes').map((list) => [AUTHENTICATED, ...withWeaker(list, scopes)])
  }
  if (name === 'policy') {
    return listsOf(directive, 'policies').map((list) =>
      withWeaker(list, policies, (policy) => `policy ${policy}`),
    )
  }
  return guards.has(name) ? [ofGuard(directive, order)] : OPEN
}

/** Names, with the weaker names that each includes. */
export function withWeaker(
  names: readonly string[],
  ranks: Ranks,
  textOf: (name: string) => string = String,
): string[] {
  const weaker = names.flatMap((name) => [...weakerThan(ranks, name)])
  const text = (name: string) => textOf(name).replace(/^\0/, '␀')
  return [...names.map(text), ...weaker.map((name) => included(text(name)))]
}

/**
 * A guard as text, followed by the same guard with each weaker role. A guard that needs all roles
 * of a list is one entry for each role.
 */
function ofGuard(directive: ConstDirectiveNode, order: Order): string[] {
  const { roles = [] } = order
  const all = directive.arguments ?? []
  const needs = all.map(({ name }) => neededOf(directive, name.value, order))
  const severalAt = all.findIndex(
    ({ value }, at) => needs[at] === 'all' && valuesOf(value).length > 1,
  )
  if (severalAt >= 0) {
    return partsOf(directive, severalAt).flatMap((one) => ofGuard(one, order))
  }
  const given = all.map((one, at) =>
    needs[at] === 'any' ? { ...one, value: weakest(one.value, roles) } : one,
  )
  const textWith = (index: number, value: ConstValueNode) =>
    textOfGuard({ ...directive, arguments: given.with(index, { ...given[index]!, value }) })
  const weaker = given.flatMap(({ value }, index) =>
    [...weakerThan(roles, (needs[index] && roleIn(value)) ?? '')].map((role) =>
      textWith(index, withRole(value, role)),
    ),
  )
  return [textOfGuard({ ...directive, arguments: given }), ...weaker.map(included)]
}

/** Whether an argument needs any or all of its roles; undefined for one that has none. */
function neededOf(directive: ConstDirectiveNode, argument: string, { arguments: known }: Order) {
  return known ? known[`@${writtenName(directive.name.value)}(${argument}:)`] : 'any'
}

const valuesOf = (value: ConstValueNode) => (value.kind === Kind.LIST ? value.values : [])

/** Splits a guard into one guard for each value of a list. */
function partsOf(directive: ConstDirectiveNode, at: number): ConstDirectiveNode[] {
  const given = directive.arguments ?? []
  const argument = given[at]!
  return valuesOf(argument.value).map((one) => {
    const value = { ...argument.value, values: [one] } as ConstValueNode
    return { ...directive, arguments: given.with(at, { ...argument, value }) }
  })
}

/** Where any role of a list is enough, the weakest of them decides. */
function weakest(value: ConstValueNode, roles: Ranks): ConstValueNode {
  if (value.kind !== Kind.LIST) return value
  const names = value.values.map((one) => roleIn(one) ?? '')
  const name = weakestOf(roles, names)
  return name ? { ...value, values: [value.values[names.indexOf(name)]!] } : value
}

/** The name of the role that a value holds, if it is a single one. */
function roleIn(value: ConstValueNode): string | undefined {
  if (value.kind === Kind.LIST)
    return value.values.length === 1 ? roleIn(value.values[0]!) : undefined
  return value.kind === Kind.ENUM || value.kind === Kind.STRING ? value.value : undefined
}

function withRole(value: ConstValueNode, role: string): ConstValueNode {
  if (value.kind === Kind.LIST) return { ...value, values: [withRole(value.values[0]!, role)] }
  return { ...value, value: role } as ConstValueNode
}

/** The text of a guard, with roles and scopes in a fixed order, because their order does not matter. */
function textOfGuard(directive: ConstDirectiveNode): string {
  const given = (directive.arguments ?? []).map((one) => ({ ...one, value: sorted(one.value) }))
  return print({ ...directive, arguments: given })
}

function sorted(value: ConstValueNode): ConstValueNode {
  if (value.kind !== Kind.LIST) return value
  const values = value.values.map(sorted)
  return { ...value, values: values.toSorted((one, other) => (print(one) < print(other) ? -1 : 1)) }
}

/** True for `@private(…)`, which rejects nobody: the field is null for others. */
export function isPrivacy(thing: string): boolean {
  return thing.startsWith('@private(')
}

export function withoutPrivacy(requirement: Requirement): Requirement {
  return requirement.map((needed) => needed.filter((thing) => !isPrivacy(thing)))
}

/** True when only services may use it. */
export const isHidden = (requirement: Requirement) =>
  requirement.every((needed) => needed.includes(SERVICE))

/** Reads a list of alternatives. An empty one adds no requirement. */
function listsOf(directive: ConstDirectiveNode, argument: string): string[][] {
  const lists = asList(argumentOf(directive, argument)).map((list) => asList(list).map(String))
  return lists.length > 0 ? lists : [[]]
}
