// Directives that the API schema does not show: tags of contracts, costs, values that the router fills
// in, inputs of one field, and which of a subgraph's own directives the router sees.
import { print, type ConstDirectiveNode } from 'graphql'
import { applicationsIn } from './applications.ts'
import { tell, type federationRules } from './rules.ts'
import { coordinatesIn } from '../definitions.ts'
import { judgementOf, type GuardNames } from '../directives/guards.ts'
import { ownDefinitions } from '../directives/own.ts'
import { placeOf, type Finding, type SourceLocation } from '../finding.ts'
import { textOf, type SubgraphDocument } from '../sdl.ts'

type FederationRule = keyof typeof federationRules

/** The rules for a directive that is added, removed or changed. */
interface Kind {
  added: FederationRule
  removed: FederationRule
  changed: FederationRule
  /** Distinguishes several directives of one name in one place. */
  detail?: (directive: ConstDirectiveNode) => string
}

const same = (rule: FederationRule) => ({ added: rule, removed: rule, changed: rule })

const KINDS: Readonly<Record<string, Kind>> = {
  tag: {
    ...same('tag-added'),
    removed: 'tag-removed',
    detail: (directive) => textOf(directive, 'name'),
  },
  composeDirective: {
    ...same('compose-directive-added'),
    removed: 'compose-directive-removed',
    detail: (directive) => textOf(directive, 'name'),
  },
  fromContext: { ...same('context-changed'), removed: 'from-context-removed' },
  context: { ...same('context-changed'), detail: (directive) => textOf(directive, 'name') },
  // Some libraries let the SDL define this directive of GraphQL itself.
  oneOf: { ...same('constraint-tightened'), removed: 'constraint-loosened' },
  cost: same('cost-changed'),
  listSize: same('list-size-changed'),
}

interface Annotation {
  coordinate: string
  name: string
  detail: string
  text: string
  at: SourceLocation | undefined
}

/** Compares them on every definition in both versions of a subgraph. */
export function checkAnnotations(
  base: SubgraphDocument,
  head: SubgraphDocument,
  guards: GuardNames,
): Finding[] {
  const [before, after] = [annotationsIn(base), annotationsIn(head)]
  const [known, there] = [coordinatesIn(base.document), coordinatesIn(head.document)]
  const gone = [...before].filter(
    ([key, { coordinate }]) => !after.has(key) && there.has(coordinate),
  )
  const added = [...after].filter(
    ([key, { coordinate }]) => !before.has(key) && known.has(coordinate),
  )
  const changed = [...after].filter(([key, { text }]) => {
    const same = before.get(key)
    return same !== undefined && same.text !== text
  })
  return [
    ...gone.map(([, one]) =>
      isOfAccess(base, one, guards)
        ? report(head.name, 'removed', one, one.text, 'nothing')
        : hidden(head.name, one),
    ),
    ...added.map(([, one]) => report(head.name, 'added', one, 'nothing', one.text)),
    ...changed.map(([key, one]) =>
      report(head.name, 'changed', one, before.get(key)!.text, one.text),
    ),
  ]
}

/** False for a composed directive of which something says that no router enforces it. */
function isOfAccess(
  { document }: SubgraphDocument,
  { name, detail }: Annotation,
  guards: GuardNames,
): boolean {
  const definition = ownDefinitions(document).get(detail.replace('@', ''))
  if (name !== 'composeDirective' || !definition) return true
  const { effect, by } = judgementOf(definition, guards)
  return effect !== 'other' || by === 'nothing'
}

function hidden(subgraph: string, { coordinate, detail, at }: Annotation): Finding {
  const message = `The router no longer sees ${detail}.`
  return tell('own-directive-removed', { subgraph, coordinate, detail, at }, message)
}

function report(
  subgraph: string,
  how: 'added' | 'removed' | 'changed',
  { coordinate, name, detail, at }: Annotation,
  was: string,
  is: string,
): Finding {
  const where = { subgraph, coordinate, detail: detail || `${was}>${is}`, at }
  const message = `${coordinate} in ${subgraph}: ${was} becomes ${is}.`
  return tell(KINDS[name]![how], where, message)
}

function annotationsIn({ document }: SubgraphDocument): Map<string, Annotation> {
  const found = applicationsIn(document).flatMap(({ coordinate, directive }) => {
    const name = directive.name.value
    const kind = KINDS[name]
    if (!kind) return []
    const detail = kind.detail?.(directive) ?? ''
    const one = { coordinate, name, detail, text: print(directive), at: placeOf(directive) }
    return [[`${coordinate} @${name} ${detail}`, one] as const]
  })
  return new Map(found)
}
