// What a subgraph's own directives mean for access: by the configuration, by the library that
// documents them, or by their names, which is a guess.
import type { DirectiveDefinitionNode, DocumentNode } from 'graphql'
import { LIBRARIES, type Library, type Meaning } from './libraries.ts'
import { meaningByName } from './names.ts'
import { ownDefinitions, writtenName } from './own.ts'

/** Names from `guards` of the configuration: `hasRole` is a guard, `!doc` is none. */
export type GuardNames = readonly string[]

interface Judgement {
  meaning: Meaning
  /** What says so. A name is a guess. */
  by: 'configuration' | 'library' | 'name' | 'nothing'
}

/** What a directive means, as its definition and the configuration say. */
export function judgementOf(definition: DirectiveDefinitionNode, given: GuardNames): Judgement {
  const name = writtenName(definition.name.value)
  const byName = meaningByName(name)
  if (given.includes(name)) return { meaning: byName ?? 'guard', by: 'configuration' }
  if (given.includes(`!${name}`)) return { meaning: 'other', by: 'configuration' }
  const known = LIBRARIES.map((library) => meaningIn(library, name, definition))
  const found = MEANINGS.find((meaning) => known.includes(meaning))
  if (found) return { meaning: found, by: 'library' }
  return byName ? { meaning: byName, by: 'name' } : { meaning: 'other', by: 'nothing' }
}

/** Where two libraries use one name, the stricter reading counts. */
const MEANINGS: readonly Meaning[] = ['guard', 'lift', 'mode', 'other']

function meaningIn(
  { guards = {}, lifts = [], modes = [], others = [] }: Library,
  name: string,
  { arguments: taken = [] }: DirectiveDefinitionNode,
): Meaning | undefined {
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

/** The own directives of a document by what they mean, with their names. */
export function directivesOf(
  document: DocumentNode,
  meanings: readonly Meaning[],
  given: GuardNames,
): Set<string> {
  const found = [...ownDefinitions(document)].filter(([, definition]) =>
    meanings.includes(judgementOf(definition, given).meaning),
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
