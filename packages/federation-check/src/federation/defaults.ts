// The defaults of the arguments of a subgraph's own directives.
import { print, type DirectiveDefinitionNode } from 'graphql'
import { judgementOf, type GuardNames } from '../directives/guards.ts'
import { ownDefinitions } from '../directives/own.ts'
import { placeOf, type Finding } from '../finding.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { applicationsIn } from '../directives/applications.ts'
import { tell } from './rules.ts'

/** Compares the defaults that both versions of a subgraph rely on. */
export function checkDefaults(
  base: SubgraphDocument,
  head: SubgraphDocument,
  guards: GuardNames,
): Finding[] {
  const [before, after] = [ownDefinitions(base.document), ownDefinitions(head.document)]
  const changed = [...after].flatMap(([name, definition]) => {
    const was = before.get(name)
    return was ? changesOf(was, definition).map((change) => ({ name, definition, ...change })) : []
  })
  if (changed.length === 0) return []
  const applied = applicationsIn(head.document)
  return changed.flatMap(({ name, definition, argument, detail }) => {
    const relying = applied.filter(
      ({ directive }) =>
        directive.name.value === name &&
        !directive.arguments?.some((given) => given.name.value === argument),
    )
    if (relying.length === 0) return []
    const { effect } = judgementOf(definition, guards)
    const rule = effect === 'other' ? 'own-directive-changed' : 'guard-default-changed'
    const coordinate = `@${name}.${argument}`
    const where = { subgraph: head.name, coordinate, detail, at: placeOf(definition) }
    return [tell(rule, where, messageOf(coordinate, detail, relying.length))]
  })
}

function messageOf(coordinate: string, detail: string, relying: number): string {
  const [before, after] = detail.split('>')
  const places = relying === 1 ? '1 place relies' : `${relying} places rely`
  return `The default of ${coordinate} was ${before} and is ${after} now; ${places} on it.`
}

function changesOf(was: DirectiveDefinitionNode, is: DirectiveDefinitionNode) {
  const [before, after] = [defaultsOf(was), defaultsOf(is)]
  const named = [...new Set([...before.keys(), ...after.keys()])]
  return named.flatMap((argument) => {
    const [known, now] = [before, after].map((defaults) => defaults.get(argument) ?? 'none')
    return known === now ? [] : [{ argument, detail: `${known}>${now}` }]
  })
}

function defaultsOf({ arguments: taken = [] }: DirectiveDefinitionNode): Map<string, string> {
  return new Map(
    taken.flatMap(({ name, defaultValue }) =>
      defaultValue ? [[name.value, print(defaultValue)] as const] : [],
    ),
  )
}
