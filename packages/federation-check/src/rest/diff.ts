// Step 9: what changes for callers of the documented REST paths.
import type { Ranks } from '../authorization/order.ts'
import { findingsOf, unique, type Finding } from '../finding.ts'
import type { Text } from '../sources/files.ts'
import { withinStack } from '../sources/nesting.ts'
import { compareRequests, compareResponses } from './bodies.ts'
import { compareCallbacks, compareWebhooks } from './callbacks.ts'
import { read, refuseOtherFiles } from './document/read.ts'
import { readByVersion } from './document/versions.ts'
import { nameOf, operationsIn, type Documented } from './documented.ts'
import type { Operation } from './openapi.ts'
import { compareDeprecation, compareParameters, compareWritten } from './parameters.ts'
import { restRules, type RestRule } from './rules.ts'
import { SchemaComparison } from './schema/schemas.ts'
import { checkPairs } from './pairs.ts'
import { compareSchemes } from './schemes.ts'
import { compareSecurity } from './security.ts'
import { compareServers } from './servers.ts'
import { compareOthers, type Report, type Walk } from './walk.ts'

const tell = findingsOf('rest', restRules)

/**
 * Compares the OpenAPI documents of both sides.
 * @param scopes the configured order of scopes
 */
export function checkContracts(
  base: readonly Text[],
  head: readonly Text[],
  scopes?: Ranks,
): Finding[] {
  const compare = (one: Text, other: Text | undefined) => checkRest(one, other, scopes)
  return checkPairs(base, head, { compare, added: addedIn })
}

/** Reports every operation of a new document. */
function addedIn(head: Text): Finding[] {
  refuseOtherFiles(head)
  return operationsIn(read(head)).map((one) => {
    const coordinate = nameOf(one)
    return tell(
      'rest-operation-added',
      { coordinate, at: { file: head.file } },
      `${coordinate} is new.`,
    )
  })
}

/**
 * Compares two OpenAPI documents. Finds nothing when the base has none.
 * @throws UsageError for a file that is not an OpenAPI document, or of which a part is in another file
 */
export function checkRest(
  base: Text | undefined,
  head: Text | undefined,
  scopes: Ranks = [],
): Finding[] {
  if (head) refuseOtherFiles(head)
  if (!base || base.text === head?.text) return []
  if (!head) {
    const message = `${base.file} is removed, and with it every documented path.`
    return [tell('rest-contract-removed', { coordinate: base.file }, message)]
  }
  const report: Report = (rule, coordinate, message, detail) =>
    tell(rule, { coordinate, detail, at: { file: head.file } }, `${coordinate} ${message}`)
  const both = [read(base), read(head)] as const
  return withinStack(head.file, () => {
    const [before, after] = readByVersion(...both)
    const schemas = new SchemaComparison(before, after)
    return unique(compareDocuments({ base: before, head: after, report, schemas, scopes }))
  })
}

function compareDocuments(walk: Walk): Finding[] {
  const { base, head, report } = walk
  const [before, after] = [operationsIn(base), operationsIn(head)].map(byKey)
  const paths = new Set([...after!.values()].map(pathOf))
  const added = [...after!].filter(([key]) => !before!.has(key))
  return [
    ...compareOthers(walk, 'document', base, head, KNOWN_OF_DOCUMENT),
    ...compareSchemes(walk),
    ...[...before!].flatMap(([key, one]) => {
      const same = after!.get(key)
      if (same) return compareOperations(walk, one, same)
      const rule: RestRule = paths.has(pathOf(one)) ? 'rest-method-removed' : 'rest-path-removed'
      return [report(rule, nameOf(one), 'is removed. Documented paths must stay.')]
    }),
    ...added.map(([, one]) => report('rest-operation-added', nameOf(one), 'is new.')),
    ...compareWebhooks(walk),
  ]
}

/**
 * Members that are compared elsewhere, and `openapi`, which is only the version of the format: the
 * check reads both versions.
 */
const KNOWN_OF_DOCUMENT = 'openapi info tags paths webhooks components servers security'.split(' ')

function compareOperations(walk: Walk, before: Documented, after: Documented): Finding[] {
  const name = nameOf(before)
  const [was, is] = [before.operation, after.operation]
  return [
    ...compareServers(walk, before, after),
    ...compareSecurity(walk, name, was, is),
    ...compareParameters(walk, name, was.parameters ?? [], is.parameters ?? []),
    ...compareSegments(walk, name, before, after),
    ...compareRequests(walk, name, was.requestBody, is.requestBody),
    ...compareResponses(walk, name, was.responses ?? {}, is.responses ?? {}),
    ...compareCallbacks(walk, name, was, is),
    ...compareNames(walk, name, was, is),
    ...compareDeprecation(walk, name, was, is),
    ...compareOthers(walk, name, was, is, KNOWN_OF_OPERATION),
  ]
}

const KNOWN_OF_OPERATION =
  'operationId tags deprecated servers security parameters requestBody responses callbacks'.split(
    ' ',
  )

/** Compares the operation id and the tags, which give an operation its name and place in generated clients. */
function compareNames({ report }: Walk, name: string, was: Operation, is: Operation): Finding[] {
  const both = [was, is]
  const names = [
    { rule: 'rest-operation-id-changed', what: 'another name', of: both.map(idOf) },
    { rule: 'rest-tags-changed', what: 'other tags', of: both.map(tagsOf) },
  ] as const
  return names.flatMap(({ rule, what, of: [before, after] }) => {
    if (before === after) return []
    const message = `has ${what}: ${before || 'none'} becomes ${after || 'none'}.`
    return [report(rule, name, message, `${before}>${after}`)]
  })
}

const idOf = ({ operationId = 'none' }: Operation) => operationId
const tagsOf = ({ tags = [] }: Operation) => tags.join(', ')

/** Path segments are compared by position, because callers do not see their names. */
function compareSegments(walk: Walk, name: string, was: Documented, is: Documented): Finding[] {
  const after = segmentsOf(is)
  return segmentsOf(was).flatMap((segment, index) => {
    const known = after[index]
    if (!segment || !known) return []
    return compareWritten(walk, 'request', `${name} segment ${index + 1}`, segment, known)
  })
}

function segmentsOf({ operation, path }: Documented) {
  const own = operation.parameters?.filter((one) => one.in === 'path')
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  return names.map((name) => own?.find((one) => one.name === name))
}

const pathOf = ({ path }: Documented) => path.replaceAll(/\{[^}]*\}/g, '{}')

/** The operations by method and path, with the path segments unnamed. */
function byKey(operations: readonly Documented[]): Map<string, Documented> {
  return new Map(operations.map((one) => [`${one.method} ${pathOf(one)}`, one]))
}
