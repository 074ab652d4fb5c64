// What a caller needs to use something: alternatives, each a list of requirements that must all be
// met.
import { Kind, print, type ConstDirectiveNode, type ConstValueNode } from 'graphql'
import { argumentOf, asList } from '../sdl/sdl.ts'

/** A caller must meet all of one alternative. `[[]]` is open to everybody. */
export type Requirement = readonly (readonly string[])[]

export const OPEN: Requirement = [[]]
export const AUTHENTICATED = 'a token'
export const SERVICE = 'a service'

/** For the supergraph: a subgraph's own guards are only in its SDL. */
export const NO_GUARDS: ReadonlySet<string> = new Set()

/**
 * The requirement that the directives of one node state. Scopes and policies are alternatives of
 * lists (https://specs.apollo.dev/requiresScopes/v0.1, https://specs.apollo.dev/policy/v0.1);
 * `@inaccessible` admits only services, and a subgraph's own guard is a requirement of its own.
 */
export function requirementOf(
  directives: readonly ConstDirectiveNode[],
  guards: ReadonlySet<string> = NO_GUARDS,
): Requirement {
  return both(...directives.map((directive) => asked(directive, guards)))
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

/** The requirement that any one of these meets: every alternative that no other one undercuts. */
export function either(alternatives: Requirement): Requirement {
  const kept: (readonly string[])[] = []
  for (const needed of alternatives.toSorted((one, other) => one.length - other.length)) {
    if (!kept.some((known) => isWithin(known, needed))) kept.push(needed)
  }
  // In the author's order.
  return [...new Set(alternatives)].filter((needed) => kept.includes(needed))
}

/** True when the first list is a subset of the second. */
export function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one))
}

function isOpen([first, ...others]: Requirement): boolean {
  return first?.length === 0 && others.length === 0
}

/** True when every caller allowed after was allowed before: nothing was given away. */
export function isAsStrict(after: Requirement, before: Requirement): boolean {
  return after.every((brought) => before.some((needed) => isWithin(needed, brought)))
}

/** As text: `identity and credentials, or admin`. Ids contain it, so it must be complete. */
export function describe(requirement: Requirement): string {
  const alternatives = requirement.map((needed) => {
    // A caller with a scope has a token.
    const reported = needed.some(isScope)
      ? needed.filter((thing) => thing !== AUTHENTICATED)
      : needed
    return reported.join(' and ') || 'nothing'
  })
  return alternatives.join(', or ') || 'nothing'
}

/** All other requirements contain a space or an `@`. */
function isScope(thing: string): boolean {
  return !/^@| /.test(thing)
}

function asked(directive: ConstDirectiveNode, guards: ReadonlySet<string>): Requirement {
  const name = directive.name.value
  if (name === 'authenticated') return [[AUTHENTICATED]]
  if (name === 'inaccessible') return [[SERVICE]]
  if (name === 'requiresScopes') {
    return listsOf(directive, 'scopes').map((scopes) => [AUTHENTICATED, ...scopes])
  }
  if (name === 'policy') {
    return listsOf(directive, 'policies').map((list) => list.map((policy) => `policy ${policy}`))
  }
  return guards.has(name) ? [[textOfGuard(directive)]] : OPEN
}

/** No guard depends on the order of its roles or scopes. */
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

/** An empty list of alternatives adds no requirement. */
function listsOf(directive: ConstDirectiveNode, argument: string): string[][] {
  const lists = asList(argumentOf(directive, argument)).map((list) => asList(list).map(String))
  return lists.length > 0 ? lists : [[]]
}
