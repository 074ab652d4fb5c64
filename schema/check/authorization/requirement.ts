// What a caller must bring to use something: alternatives, each a list of things that are all needed.
import { print, type ConstDirectiveNode } from 'graphql'
import { argumentOf, asList } from '../sdl.ts'

/** Whoever brings all of one alternative may. `[[]]` is open to everybody. */
export type Requirement = readonly (readonly string[])[]

export const OPEN: Requirement = [[]]
export const AUTHENTICATED = 'a token'
export const SERVICE = 'a service'

/**
 * What the directives of one node ask for. Scopes and policies are alternatives of lists
 * (https://specs.apollo.dev/requiresScopes/v0.1, https://specs.apollo.dev/policy/v0.1);
 * `@inaccessible` lets services in alone, and a guard of a subgraph's own asks for itself.
 */
export function requirementOf(
  directives: readonly ConstDirectiveNode[],
  guards: ReadonlySet<string>,
): Requirement {
  return both(...directives.map((directive) => asked(directive, guards)))
}

/** What is needed where each of these is asked. */
export function both(...requirements: readonly Requirement[]): Requirement {
  return requirements.reduce((known, next) => {
    if (isOpen(next) || known === next) return known
    if (isOpen(known)) return next.map((needed) => needed.toSorted())
    return either(
      known.flatMap((some) => next.map((more) => [...new Set([...some, ...more])].toSorted())),
    )
  }, OPEN)
}

/** What is needed where any of these is enough: every alternative that no other one undercuts. */
export function either(alternatives: Requirement): Requirement {
  const kept: (readonly string[])[] = []
  for (const needed of alternatives.toSorted((one, other) => one.length - other.length)) {
    if (!kept.some((known) => isWithin(known, needed))) kept.push(needed)
  }
  // In the order in which they were given, which is the author's.
  return [...new Set(alternatives)].filter((needed) => kept.includes(needed))
}

/** True when all of some things are among others. */
export function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one))
}

function isOpen([first, ...others]: Requirement): boolean {
  return first?.length === 0 && others.length === 0
}

/** True when whoever may after, could before as well: nothing was given away. */
export function isAsStrict(after: Requirement, before: Requirement): boolean {
  return after.every((brought) => before.some((needed) => isWithin(needed, brought)))
}

/** As a reader sees it: `identity and credentials, or admin`. An id has it, so nothing that counts is left out. */
export function describe(requirement: Requirement): string {
  const alternatives = requirement.map((needed) => {
    // Whoever has a scope has a token.
    const reported = needed.some(isScope)
      ? needed.filter((thing) => thing !== AUTHENTICATED)
      : needed
    return reported.join(' and ') || 'nothing'
  })
  return alternatives.join(', or ') || 'nothing'
}

/** Everything else is written with a space or an `@`. */
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
  return guards.has(name) ? [[print(directive)]] : OPEN
}

/** True for `@private(…)`, which refuses nobody: it is null for others. */
export function isPrivacy(thing: string): boolean {
  return thing.startsWith('@private(')
}

/** An empty list of alternatives is no alternative at all, and read as nothing more to bring. */
function listsOf(directive: ConstDirectiveNode, argument: string): string[][] {
  const lists = asList(argumentOf(directive, argument)).map((list) => asList(list).map(String))
  return lists.length > 0 ? lists : [[]]
}
