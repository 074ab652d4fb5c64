// Step 9: what changes for callers of the documented REST paths.
import { findingsOf, unique, type Finding } from '../finding.ts'
import { parseJson, UsageError, type Text } from '../sources/files.ts'
import { checkLevels, withinStack } from '../sources/nesting.ts'
import { parseYaml } from '../sources/yaml.ts'
import { compareRequests, compareResponses } from './bodies.ts'
import { compareCallbacks, compareWebhooks } from './callbacks.ts'
import { nameOf, operationsIn, type Documented } from './documented.ts'
import type { OpenApi, Operation } from './openapi.ts'
import { compareDeprecation, compareParameters, compareWritten } from './parameters.ts'
import { restRules, type RestRule } from './rules.ts'
import { SchemaComparison } from './schema/schemas.ts'
import { compareSchemes, compareSecurity } from './security.ts'
import { compareServers } from './servers.ts'
import { checkShape } from './shape.ts'
import { compareOthers, type Report, type Walk } from './walk.ts'

const tell = findingsOf('rest', restRules)

/** Compares each document of the base with the one of its name, or where there is one only, with the one of the head. */
export function checkContracts(base: readonly Text[], head: readonly Text[]): Finding[] {
  const isOne = base.length === 1 && head.length === 1
  // A base without a document may be a state that does not know its contract.
  const isNew = ({ file }: Text) =>
    base.length > 0 && !isOne && !base.some((one) => one.file === file)
  return unique([
    ...base.flatMap((one) => {
      const other = isOne ? head[0] : head.find(({ file }) => file === one.file)
      const findings = checkRest(one, other)
      // The same path may stand in two documents.
      return base.length === 1 ? findings : findings.map((finding) => named(finding, one.file))
    }),
    ...head.filter(isNew).flatMap((one) => {
      const findings = addedIn(one)
      return head.length === 1 ? findings : findings.map((finding) => named(finding, one.file))
    }),
  ])
}

/** Every operation of a new document. */
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

function named(finding: Finding, file: string): Finding {
  const { id, rule, coordinate } = finding
  return {
    ...finding,
    id: `${rule}:${file}#${id.slice(rule.length + 1)}`,
    coordinate: `${file}#${coordinate}`,
  }
}

/**
 * Compares two OpenAPI documents. Finds nothing when the base has none.
 * @throws UsageError for a file that is not an OpenAPI document, or of which a part is in another file
 */
export function checkRest(base: Text | undefined, head: Text | undefined): Finding[] {
  if (head) refuseOtherFiles(head)
  if (!base || base.text === head?.text) return []
  if (!head) {
    const message = `${base.file} is removed, and with it every documented path.`
    return [tell('rest-contract-removed', { coordinate: base.file }, message)]
  }
  const report: Report = (rule, coordinate, message, detail) =>
    tell(rule, { coordinate, detail, at: { file: head.file } }, `${coordinate} ${message}`)
  const [before, after] = [read(base), read(head)]
  return withinStack(head.file, () => unique(compareDocuments(before, after, report)))
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
      return [report(rule, nameOf(one), 'is removed. Documented paths must stay.')]
    }),
    ...added.map(([, one]) => report('rest-operation-added', nameOf(one), 'is new.')),
    ...compareWebhooks(walk),
  ]
}

/** `openapi` is only the version of the format; the check reads both versions. */
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

/** The name and place of an operation in generated clients. */
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

/** By method and path, with the segments unnamed. */
function byKey(operations: readonly Documented[]): Map<string, Documented> {
  return new Map(operations.map((one) => [`${one.method} ${pathOf(one)}`, one]))
}

/** A part in another file would change unseen. A base may have one, so that the head can bundle it. */
function refuseOtherFiles(head: Text): void {
  const ref = otherFileIn(read(head))
  if (ref === undefined) return
  throw new UsageError(
    `${head.file}: $ref ${ref} is in another file, which is not read. Bundle the document into one file.`,
  )
}

/** Values, in which `$ref` is no reference. */
const VALUES = new Set(['example', 'examples', 'default', 'const', 'enum'])

function otherFileIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    if (name === '$ref' && typeof part === 'string' && !part.startsWith('#')) return part
    const found = VALUES.has(name) ? undefined : otherFileIn(part)
    if (found !== undefined) return found
  }
  return undefined
}

function read(given: Text): OpenApi {
  const document = given.file.endsWith('.json') ? parseJson(given.text) : parseYaml(given)
  checkLevels(given.file, document)
  if (!isDocument(document)) throw new UsageError(`${given.file} is not an OpenAPI document.`)
  checkShape(given.file, document)
  return document
}

const isDocument = (value: unknown): value is OpenApi =>
  typeof (value as Partial<OpenApi> | null)?.openapi === 'string'
