// Directives that the API schema does not show: tags of contracts and caches, costs, values that the
// router fills in, connectors, inputs of one field, and which specifications the router sees.
import { Kind as NodeKind, print, type ConstDirectiveNode } from 'graphql'
import { applicationsIn } from '../directives/applications.ts'
import { judgementOf, type GuardNames } from '../directives/guards.ts'
import { ownDefinitions } from '../directives/own.ts'
import { placeOf, type Finding, type SourceLocation } from '../finding.ts'
import { coordinatesIn } from '../sdl/definitions.ts'
import { argumentOf, textOf, type SubgraphDocument } from '../sdl/sdl.ts'
import { canonical, canonicalArguments } from './canonical.ts'
import { contextValueOf } from './field-set.ts'
import { tell, type federationRules } from './rules.ts'

type FederationRule = keyof typeof federationRules

/** The rules for adding, removing or changing a directive. A change without a rule is not reported. */
interface Kind {
  added?: FederationRule
  removed?: FederationRule
  changed: FederationRule
  /** Distinguishes several directives of one name on one element. */
  detail?: (directive: ConstDirectiveNode) => string
  /** A text that is equal for two directives with the same meaning. Default: the arguments in any order. */
  meaning?: (directive: ConstDirectiveNode) => string
}

const same = (rule: FederationRule) => ({ added: rule, removed: rule, changed: rule })
const nameIn = (directive: ConstDirectiveNode) => textOf(directive, 'name')

const KINDS: Readonly<Record<string, Kind>> = {
  tag: { ...same('tag-added'), removed: 'tag-removed', detail: nameIn },
  composeDirective: {
    ...same('compose-directive-added'),
    removed: 'compose-directive-removed',
    detail: nameIn,
  },
  fromContext: {
    ...same('context-changed'),
    removed: 'from-context-removed',
    meaning: (directive) => contextValueOf(textOf(directive, 'field')),
  },
  context: { ...same('context-changed'), detail: nameIn },
  // Some libraries let the SDL define this directive of GraphQL itself.
  oneOf: { ...same('constraint-tightened'), removed: 'constraint-loosened' },
  cost: same('cost-changed'),
  listSize: { ...same('list-size-changed'), meaning: listSizeOf },
  cacheTag: {
    ...same('cache-tag-changed'),
    detail: (directive) => textOf(directive, 'format'),
  },
  connect: {
    ...same('connector-changed'),
    detail: ({ arguments: given }) => canonicalArguments(given),
  },
  source: { ...same('connector-changed'), detail: nameIn },
  link: {
    changed: 'link-changed',
    detail: (directive) => specificationOf(directive),
    meaning: versionOf,
  },
}

/** The meaning of `@listSize`: its lists may be in any order, and defaults are left out. */
function listSizeOf({ arguments: given = [] }: ConstDirectiveNode): string {
  const said = given.map(({ name, value }): string => {
    const values = value.kind === NodeKind.LIST ? value.values : [value]
    return `${name.value}: ${values.map(canonical).toSorted().join(' ')}`
  })
  return said
    .filter((one) => one !== 'requireOneSlicingArgument: true' && !one.endsWith(': null'))
    .toSorted()
    .join(', ')
}

/** The URL of a specification without its version. */
function specificationOf(link: ConstDirectiveNode): string {
  return textOf(link, 'url').replace(/\/v[^/]*\/?$/, '')
}

/** The meaning of a link for the router. Composition itself handles the links to federation. */
function versionOf(link: ConstDirectiveNode): string {
  if (OF_COMPOSITION.test(specificationOf(link))) return ''
  return `${textOf(link, 'url').replace(/\/$/, '')} ${JSON.stringify(argumentOf(link, 'for'))}`
}

const OF_COMPOSITION = /\/(federation|link|tag|inaccessible)$/

interface Annotation {
  coordinate: string
  name: string
  detail: string
  text: string
  meaning: string
  at: SourceLocation | undefined
}

/** Compares the directives on every definition in both versions of a subgraph. */
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
  const changed = [...after].filter(([key, { meaning }]) => {
    const same = before.get(key)
    return same !== undefined && same.meaning !== meaning
  })
  return [
    ...gone.flatMap(([, one]) =>
      isOfAccess(base, one, guards)
        ? report(head.name, 'removed', one, one.text, 'nothing')
        : [hidden(head.name, one)],
    ),
    ...added.flatMap(([, one]) => report(head.name, 'added', one, 'nothing', one.text)),
    ...changed.flatMap(([key, one]) =>
      report(head.name, 'changed', one, before.get(key)!.text, one.text),
    ),
  ]
}

/** False for a composed directive that the configuration or its meaning shows not to be about access. */
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
): Finding[] {
  const rule = KINDS[name]![how]
  if (!rule) return []
  const where = { subgraph, coordinate, detail: detail || `${was}>${is}`, at }
  const message = `${coordinate} in ${subgraph}: ${was} becomes ${is}.`
  return [tell(rule, where, message)]
}

function annotationsIn({ document }: SubgraphDocument): Map<string, Annotation> {
  const own = ownDefinitions(document)
  const found = applicationsIn(document).flatMap(({ coordinate, directive }) => {
    const name = directive.name.value
    const kind = own.has(name) ? undefined : KINDS[name]
    if (!kind) return []
    const detail = kind.detail?.(directive) ?? ''
    const meaning = kind.meaning?.(directive) ?? canonicalArguments(directive.arguments)
    const text = print(directive)
    const one = { coordinate, name, detail, text, meaning, at: placeOf(directive) }
    return [[`${coordinate} @${name} ${detail}`, one] as const]
  })
  return new Map(found)
}
