// Step 9: what changes for callers of the documented REST paths.
import { findingsOf, unique, type Finding } from '../finding.ts'
import { UsageError } from '../sources/files.ts'
import type { Text } from '../sources/tree.ts'
import { compareRequests, compareResponses } from './bodies.ts'
import { compareCallbacks, compareWebhooks } from './callbacks.ts'
import { nameOf, operationsIn, type Documented, type OpenApi, type Operation } from './openapi.ts'
import { compareDeprecation, compareParameters, compareWritten } from './parameters.ts'
import { restRules, type RestRule } from './rules.ts'
import { SchemaComparison } from './schemas.ts'
import { compareSchemes, compareSecurity } from './security.ts'
import { compareServers } from './servers.ts'
import { compareOthers, type Report, type Walk } from './walk.ts'

const tell = findingsOf('rest', restRules)

/**
 * Compares two OpenAPI documents. Without one in the base there is nothing to compare.
 * @throws UsageError for what is no such document
 */
export function checkRest(base: Text | undefined, head: Text | undefined): Finding[] {
  if (!base || base.text === head?.text) return []
  if (!head) {
    const message = `${base.file} is gone, and with it every documented path.`
    return [tell('rest-contract-removed', { coordinate: base.file }, message)]
  }
  const report: Report = (rule, coordinate, message, detail) =>
    tell(rule, { coordinate, detail, at: { file: head.file } }, `${coordinate}: ${message}`)
  return unique(compareDocuments(read(base), read(head), report))
}

function compareDocuments(base: OpenApi, head: OpenApi, report: Report): Finding[] {
  const walk: Walk = { base, head, report, schemas: new SchemaComparison(base, head) }
  const [before, after] = [operationsIn(base), operationsIn(head)].map(byKey)
  const paths = new Set([...after!.values()].map(pathOf))
  const added = [...after!].filter(([key]) => !before!.has(key))
  return [
    ...compareOthers(walk, 'document', base, head, KNOWN_OF_DOCUMENT),
    ...compareSchemes(base, head, report),
    ...[...before!].flatMap(([key, one]) => {
      const same = after!.get(key)
      if (same) return compareOperations(walk, one, same)
      const rule: RestRule = paths.has(pathOf(one)) ? 'rest-method-removed' : 'rest-path-removed'
      return [report(rule, nameOf(one), 'is gone, and documented paths never go.')]
    }),
    ...added.map(([, one]) => report('rest-operation-added', nameOf(one), 'is new.')),
    ...compareWebhooks(walk),
  ]
}

/** `openapi` is the version of the notation; a schema is read by either. */
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

/** What generated clients call an operation, and where they have it. */
function compareNames({ report }: Walk, name: string, was: Operation, is: Operation): Finding[] {
  const [before, after] = [was.operationId ?? 'none', is.operationId ?? 'none']
  const [group, groups] = [was, is].map(({ tags = [] }) => tags.join(', '))
  const renamed = `${before}>${after}`
  const moved = `${group}>${groups}`
  return [
    ...(before === after
      ? []
      : [report('rest-operation-id-changed', name, `has another name: ${renamed}.`, renamed)]),
    ...(group === groups
      ? []
      : [report('rest-tags-changed', name, `has other tags: ${moved}.`, moved)]),
  ]
}

/** The segments of a path are told by their place, and have no names for callers. */
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

/** By method and path, whatever its segments are called. */
function byKey(operations: readonly Documented[]): Map<string, Documented> {
  return new Map(operations.map((one) => [`${one.method} ${pathOf(one)}`, one]))
}

function read({ file, text }: Text): OpenApi {
  try {
    const document = JSON.parse(text) as OpenApi | null
    if (typeof document?.openapi === 'string') return document
  } catch {
    // Told below, like any other JSON.
  }
  throw new UsageError(`${file} is no OpenAPI document.`)
}
