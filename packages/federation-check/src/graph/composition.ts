// Step 2: finds out whether base and head compose, and whether there are new hints.
import { createRequire } from 'node:module'
import {
  breaking,
  dangerous,
  final,
  findingsOf,
  safe,
  type Finding,
  type Rules,
} from '../finding.ts'
import { locator, type Locate } from '../sdl/locate.ts'
import type { Tree } from '../sources/tree.ts'
import type { Graph } from './graph.ts'
import { faultOf, type Problem } from './problem.ts'

const require = createRequire(import.meta.url)
const { version: VERSION } = require('@apollo/composition/package.json') as { version: string }

export const compositionRules = {
  // Not approvable, because most steps cannot run without a composition, and nobody has seen what they would find.
  'composition-error': final(
    breaking('the subgraphs do not compose', 'two subgraphs give one field different types', {
      why: 'The router keeps the old supergraph or does not start.',
      fix: 'Repair the subgraphs; the message names the rule of composition.',
    }),
  ),
  'base-composition-error': safe('the base does not compose', 'the change repairs it'),
  'schema-fault-kept': safe(
    'a schema without a federation has a fault that the base has, too',
    'a default that its enum does not have',
  ),
  'base-is-head': dangerous('base and working tree are the same', '`--base HEAD` on a clean tree', {
    why: 'Comparing a state with itself finds nothing.',
    fix: 'Set another base with --base.',
  }),
  'config-changed': breaking(
    'the change alters the configuration of the check',
    '`"rules": { "field-removed": "off" }`',
    {
      why: 'A change could turn off the rules that it breaks.',
      fix: 'Change the configuration alone, and let the owners of the schema approve it.',
    },
  ),
  'config-code-changed': dangerous(
    'the change alters code that the configuration imports through other files',
    '`bounds.ts`, which `plugin.ts` imports',
    {
      why: 'A change of that code may alter what the check finds.',
      fix: 'Let the owners of the schema review the file.',
    },
  ),
  'config-not-compared': dangerous(
    'nothing tells whether the change alters the configuration',
    'a schema file as base, in a clone without `main`',
    {
      why: 'A change could turn off the rules that it breaks.',
      fix: 'Check in a clone with the history of main, or keep the configuration outside of the project and name it with --config.',
    },
  ),
  'base-not-served': dangerous(
    'a subgraph of the base was served with other SDL',
    'its files were not generated anew',
    {
      why: 'The check compares with what was served, not with what was written.',
      fix: 'Generate and commit the files of the base.',
    },
  ),
  'step-skipped': final(
    breaking('a step could not run', 'no SDL of the base can be read', {
      why: 'Its changes are unknown.',
      fix: 'Set --base to a state that the step can read: after a broken main, the last commit that composes.',
    }),
  ),
  'composition-hint': safe('composition gives a new hint', 'two descriptions of one type'),
} satisfies Rules

export const tell = findingsOf('composition', compositionRules)

/** Errors of both graphs, and new hints. */
export function checkComposition(base: Graph, head: Graph): Finding[] {
  const known = new Set(hintsOf(base).map(({ id }) => id))
  const hints = base.hints ? hintsOf(head) : []
  return [
    ...errorsOf('composition-error', head, head.errors.map(explained(base))),
    ...errorsOf('base-composition-error', base, base.errors.filter(isNotIn(head))),
    ...errorsOf(
      'schema-fault-kept',
      head,
      (head.faults ?? []).map(withSentence('The base has this fault, too.')),
    ),
    ...unserved(base),
    ...hints.filter(({ id }) => !known.has(id)),
  ]
}

function unserved(base: Graph): Finding[] {
  // The error of the base explains why nothing can be compared.
  if (base.errors.length > 0) return []
  return (base.unserved ?? []).map((name) => {
    const message = `The base's supergraph was not composed from its SDL of ${name}. The check uses the supergraph.`
    return tell('base-not-served', { coordinate: name }, message)
  })
}

/** Reports a base that is the head itself, because the comparison would never find anything. */
export function checkBase({ isHead, label }: Tree): Finding[] {
  if (!isHead) return []
  const message = `The base, ${label}, is the working tree itself, so nothing differs. Set another base with --base.`
  return [tell('base-is-head', { coordinate: 'base' }, message)]
}

/** Explains an error that the base has as well. It stays an error: nothing can be served, and nothing was compared. */
function explained(base: Graph) {
  const isNew = isNotIn(base)
  const explain = withSentence(KEPT)
  return (error: Problem) => (isNew(error) ? error : explain(error))
}

function withSentence(sentence: string) {
  return (error: Problem): Problem => {
    return { ...error, message: `${error.message.replace(/\.?$/, '.')} ${sentence}` }
  }
}

const KEPT = `The base has this error, too. The check composes with Apollo's @apollo/composition ${VERSION}; other routers may compose what it refuses.`

function isNotIn({ errors }: Graph) {
  const known = new Set(errors.map(faultOf))
  return (error: Problem) => !known.has(faultOf(error))
}

type ErrorRule = 'composition-error' | 'base-composition-error' | 'schema-fault-kept'

/** Numbers several errors of one code at one coordinate. */
function errorsOf(rule: ErrorRule, graph: Graph, errors: readonly Problem[]): Finding[] {
  const locate = locator(graph)
  const findings = errors.map((error) => errorFinding(rule, error, locate))
  return findings.map((finding, index) => {
    const before = findings.slice(0, index).filter(({ id }) => id === finding.id).length
    return before === 0 ? finding : { ...finding, id: `${finding.id}:${before + 1}` }
  })
}

function errorFinding(rule: ErrorRule, error: Problem, locate: Locate): Finding {
  const coordinate = coordinateIn(error.message)
  const found = error.found ?? locate(coordinate)
  const where = { coordinate, detail: error.code, at: found?.at ?? error.at }
  return { ...tell(rule, where, error.message), ...(found && { subgraph: found.subgraph }) }
}

function hintsOf(graph: Graph): Finding[] {
  const locate = locator(graph)
  return (graph.hints ?? []).map((hint) => hintFinding(hint, locate))
}

function hintFinding({ code, message, ...hint }: Problem, locate: Locate): Finding {
  const coordinate = hint.coordinate ?? coordinateIn(message)
  const found = hint.found ?? locate(coordinate)
  const where = { coordinate, detail: code, at: found?.at }
  const finding = tell('composition-hint', where, message.split('\n')[0]!)
  return { ...finding, ...(found && { subgraph: found.subgraph }) }
}

/** The first type or field that a message names. */
function coordinateIn(message: string): string {
  const field = message.match(/\b([A-Z]\w*\.\w+)\b/)?.[1]
  return field ?? message.match(/"([A-Z]\w*)"/)?.[1] ?? 'schema'
}
