// Decides what a subgraph's own directives mean for access: by the configuration, by the library
// that documents them, or by their names, which is a guess.
import type { DirectiveDefinitionNode, DocumentNode } from 'graphql'
import { LIBRARIES, type Library, type Effect } from './libraries.ts'
import { effectByName } from './names.ts'
import { ownDefinitions, writtenName } from './own.ts'

/** Names from `guards` of the configuration: `hasRole` is a guard, `!doc` is none. */
export type GuardNames = readonly string[]

interface Judgement {
  effect: Effect
  /** The source of the meaning. A name is only a guess. */
  by: 'configuration' | 'library' | 'name' | 'nothing'
}

/** The meaning of a directive, by its definition and the configuration. */
export function judgementOf(definition: DirectiveDefinitionNode, given: GuardNames): Judgement {
  const name = writtenName(definition.name.value)
  const taken = definition.arguments ?? []
  const byName = effectByName(
    name,
    taken.map((one) => one.name.value),
  )
  if (given.includes(name)) return { effect: byName ?? 'guard', by: 'configuration' }
  if (given.includes(`!${name}`)) return { effect: 'other', by: 'configuration' }
  const known = LIBRARIES.map((library) => effectIn(library, name, definition))
  const found = EFFECTS.find((effect) => known.includes(effect))
  if (found) return { effect: found, by: 'library' }
  return byName ? { effect: byName, by: 'name' } : { effect: 'other', by: 'nothing' }
}

/** The effects, the strictest first. Where two libraries use one name, the stricter one counts. */
const EFFECTS: readonly Effect[] = ['guard', 'lift', 'mode', 'other']

function effectIn(
  { guards = {}, lifts = [], modes = [], others = [] }: Library,
  name: string,
  { arguments: taken = [] }: DirectiveDefinitionNode,
): Effect | undefined {
  if (Object.hasOwn(guards, name)) {
    const own = guards[name]!
    const isSame = taken.length > 0 && taken.every((one) => own.includes(one.name.value))
    return isSame ? 'guard' : undefined
  }
  if (lifts.includes(name)) return 'lift'
  if (modes.includes(name)) return 'mode'
  const isOther = others.some((one) =>
    one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name,
  )
  return isOther ? 'other' : undefined
}

/** The names of a document's own directives, grouped by their effect. */
export function directivesOf(
  document: DocumentNode,
  effects: readonly Effect[],
  given: GuardNames,
): Set<string> {
  const found = [...ownDefinitions(document)].filter(([, definition]) =>
    effects.includes(judgementOf(definition, given).effect),
  )
  return new Set(found.map(([name]) => name))
}

/**
 * Names of a subgraph's own directives that are guards.
 * @param given `guards` of the configuration
 */
export function guardDirectives(document: DocumentNode, given: GuardNames = []): Set<string> {
  return directivesOf(document, ['guard'], given)
}
