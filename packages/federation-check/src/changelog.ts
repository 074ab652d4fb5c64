// Release notes: what changes for clients between two states, from the findings of the check.
import { withoutGuess } from './directives/guesses.ts'
import type { Finding } from './finding.ts'
import type { CheckInput } from './check-input.ts'
import { check, type Report } from './run.ts'
import { UsageError } from './sources/files.ts'
import type { Tree } from './sources/tree.ts'

/** The sections in their order, with their titles: first what clients and owners of data must act on. */
export const SECTIONS = {
  security: 'Security',
  removed: 'Removed',
  changed: 'Changed',
  deprecated: 'Deprecated',
  added: 'Added',
} as const
export type Section = keyof typeof SECTIONS

/** The parts of the API, as `--api` names them. */
export const APIS = { graphql: 'GraphQL', rest: 'REST', events: 'Events' } as const
export type Api = keyof typeof APIS

/** One change, as a client sees it. */
export interface Note {
  id: string
  /** The part of the API that it is about. */
  api: (typeof APIS)[Api]
  coordinate: string
  /** The method and path of REST that it is about; absent for the whole document. */
  operation?: string
  message: string
  /** True when something that works may stop working. */
  breaking: boolean
}

export interface Changelog {
  version: 1
  base: string
  head: string
  /** The notes of each section, breaking ones first. */
  sections: Record<Section, Note[]>
}

/**
 * Compares two states for their users.
 * @param only one part of the API; all when undefined
 * @throws UsageError where they cannot be compared, since notes with gaps would look complete
 */
export async function readChangelog(
  input: Pick<
    CheckInput,
    | 'base'
    | 'head'
    | 'project'
    | 'guards'
    | 'runtimeGuards'
    | 'order'
    | 'audiences'
    | 'today'
    | 'say'
  >,
  only?: Api,
): Promise<Changelog> {
  const report = await check({
    ...input,
    base: withoutOperations(input.base),
    head: withoutOperations(input.head),
    policy: { failOn: 'breaking', failOnUnused: true },
  })
  const gap = report.findings.find(({ rule, coordinate }) => {
    const isPart = rule === 'step-skipped' && Object.hasOwn(APIS, coordinate)
    const part = isPart ? coordinate : 'graphql'
    return GAPS.has(rule) && (only ?? part) === part
  })
  if (gap) {
    const { file, line, message } = gap
    const place = file === undefined ? '' : `${line === undefined ? file : `${file}:${line}`}: `
    throw new UsageError(`There is no changelog: ${place}${message}`)
  }
  return changelogOf(report, only)
}

/** Removes the operations of clients: release notes do not name users, and describe the whole API. */
function withoutOperations(tree: Tree): Tree {
  return { ...tree, operations: [], manifests: [], contracts: {} }
}

const GAPS = new Set(['composition-error', 'base-composition-error', 'step-skipped'])

function changelogOf({ base, head, findings }: Report, only?: Api): Changelog {
  const all = findings.flatMap((finding) => {
    const section = sectionOf(finding)
    return section ? [{ section, note: noteOf(finding) }] : []
  })
  const notes = all.filter(({ note }) => only === undefined || note.api === APIS[only])
  const inSection = (name: string) => {
    const own = notes.filter(({ section }) => section === name).map(({ note }) => note)
    return own.toSorted((one, other) => Number(other.breaking) - Number(one.breaking))
  }
  const sections = Object.fromEntries(Object.keys(SECTIONS).map((name) => [name, inSection(name)]))
  return { version: 1, base, head, sections: sections as Record<Section, Note[]> }
}

function noteOf({ id, step, coordinate, severity, ...finding }: Finding): Note {
  const message = withoutGuess(finding.message)
  const breaking = severity === 'breaking'
  if (step === 'events') return { id, api: APIS.events, coordinate, message, breaking }
  if (step !== 'rest') return { id, api: APIS.graphql, coordinate, message, breaking }
  const [operation] = OPERATION.exec(coordinate) ?? []
  const named = operation === undefined ? {} : { operation }
  return { id, api: APIS.rest, coordinate, ...named, message, breaking }
}

/**
 * The operation in a coordinate. With several documents, each coordinate begins with its file:
 * `a.yaml#GET /books 200.title`.
 */
const OPERATION = /^([^ ]+#)?[A-Z]+ \/\S*/

/** Rules about changes that nobody outside can see, or can rely on. */
const UNSEEN = new Set([
  'description-changed',
  'unreachable-changed',
  'new-interface-joined',
  'rest-tags-changed',
])

/** The section of a finding; undefined for a change that clients cannot see. */
export function sectionOf({ step, rule, severity, message }: Finding): Section | undefined {
  if (UNSEEN.has(rule)) return undefined
  if (step === 'authorization') return severity === 'security' ? 'security' : AUTHORIZATION[rule]
  if (step !== 'api' && step !== 'rest' && step !== 'events') return undefined
  if (severity === 'security') return 'security'
  if (rule.endsWith('deprecation-changed')) return isEnded(message) ? 'changed' : 'deprecated'
  const [, section] = WORDS.find(([word]) => word.test(rule)) ?? []
  return section ?? 'changed'
}

const AUTHORIZATION: Readonly<Record<string, Section>> = {
  'authorization-tightened': 'changed',
  'private-added': 'changed',
}

const isEnded = (message: string) => /no longer deprecated|deprecated true becomes/.test(message)

/** Assigns sections by the words of the rule. A required addition is a change, because clients have to act. */
const WORDS: readonly (readonly [RegExp, Section])[] = [
  [/^required-/, 'changed'],
  [/-removed$/, 'removed'],
  [/-(added|taken)$/, 'added'],
]
