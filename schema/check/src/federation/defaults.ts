// The defaults of the arguments of a subgraph's own directives.
import { Kind, print, type DirectiveDefinitionNode, type DocumentNode } from 'graphql'
import { placeOf, type Finding } from '../finding.ts'
import type { SubgraphDocument } from '../sdl.ts'
import { applicationsIn } from './applications.ts'
import { GUARDED, NO_GUARDS, ownDirectives } from './directives.ts'
import { tell } from './rules.ts'

/** Compares the defaults that both versions of a subgraph rely on. */
export function checkDefaults(base: SubgraphDocument, head: SubgraphDocument): Finding[] {
  const [before, after] = [definitionsOf(base.document), definitionsOf(head.document)]
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
    const isGuard = !NO_GUARDS.has(name) && relying.some(({ kind }) => GUARDED.has(kind))
    const rule = isGuard ? 'guard-default-changed' : 'own-directive-changed'
    const coordinate = `@${name}.${argument}`
    const where = { subgraph: head.name, coordinate, detail, at: placeOf(definition) }
    return [tell(rule, where, `${coordinate} relies on a default that changes: ${detail}.`)]
  })
}

function definitionsOf(document: DocumentNode): Map<string, DirectiveDefinitionNode> {
  const own = ownDirectives(document)
  const all = document.definitions.filter((node) => node.kind === Kind.DIRECTIVE_DEFINITION)
  return new Map(all.filter(({ name }) => own.has(name.value)).map((one) => [one.name.value, one]))
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
