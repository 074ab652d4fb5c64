// Step 9: what changes for callers of the documented REST paths.
import { findingsOf, unique, type Finding } from '../finding.ts'
import { compareContents, compareResponses } from './bodies.ts'
import {
  operationsIn,
  resolve,
  type Body,
  type Documented,
  type OpenApi,
  type Parameter,
  type Schema,
} from './openapi.ts'
import { restRules, type RestRule } from './rules.ts'
import { compareSchemas, type Report, type Walk } from './schemas.ts'
import { compareSchemes, compareSecurity } from './security.ts'
import { UsageError } from '../sources/files.ts'
import type { Text } from '../sources/tree.ts'

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
  const [before, after] = [operationsIn(base), operationsIn(head)]
  const paths = new Set(after.map(pathOf))
  const added = after.filter((one) => !before.some((other) => isSame(one, other)))
  return [
    ...compareSchemes(base, head, report),
    ...before.flatMap((one) => {
      const same = after.find((other) => isSame(one, other))
      if (same) return compareOperations({ base, head, report, seen: new Set() }, one, same)
      const rule: RestRule = paths.has(pathOf(one)) ? 'rest-method-removed' : 'rest-path-removed'
      return [report(rule, nameOf(one), 'is gone, and documented paths never go.')]
    }),
    ...added.map((one) => report('rest-operation-added', nameOf(one), 'is new.')),
  ]
}

function compareOperations(walk: Walk, before: Documented, after: Documented): Finding[] {
  const name = nameOf(before)
  const [was, is] = [before.operation, after.operation]
  return [
    ...compareSecurity(walk, name, was, is),
    ...compareParameters(walk, name, was.parameters ?? [], is.parameters ?? []),
    ...compareSegments(walk, name, before, after),
    ...compareRequests(walk, name, was.requestBody, is.requestBody),
    ...compareResponses(walk, name, was.responses ?? {}, is.responses ?? {}),
  ]
}

function compareParameters(
  walk: Walk,
  name: string,
  before: readonly Parameter[],
  after: readonly Parameter[],
): Finding[] {
  const gone = named(before).filter((one) => !find(after, one))
  return [
    ...gone.map((one) => walk.report('rest-input-removed', place(name, one), 'is ignored now.')),
    ...named(after).flatMap((one) =>
      compareParameter(walk, place(name, one), find(before, one), one),
    ),
  ]
}

function compareParameter(
  walk: Walk,
  coordinate: string,
  before: Parameter | undefined,
  after: Parameter,
): Finding[] {
  return [
    ...presence(walk, coordinate, before && (before.required ?? false), after.required),
    ...compareSchemas(walk, 'request', coordinate, before?.schema, after.schema),
  ]
}

const place = (name: string, one: Parameter) => `${name} ${one.in} ${one.name}`

const find = (all: readonly Parameter[], one: Parameter) =>
  all.find((other) => other.name === one.name && other.in === one.in)

const named = (all: readonly Parameter[]) => all.filter((one) => one.in !== 'path')

/** The segments of a path are told by their place, and have no names for callers. */
function compareSegments(walk: Walk, name: string, was: Documented, is: Documented): Finding[] {
  const after = segmentsOf(is)
  return segmentsOf(was).flatMap((schema, index) =>
    compareSchemas(walk, 'request', `${name} segment ${index + 1}`, schema, after[index]),
  )
}

function segmentsOf({ operation, path }: Documented): (Schema | undefined)[] {
  const own = operation.parameters?.filter((one) => one.in === 'path')
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  return names.map((name) => own?.find((one) => one.name === name)?.schema)
}

/** Something that can be sent: `undefined` when it could not be sent before. */
function presence(
  { report }: Walk,
  coordinate: string,
  was: boolean | undefined,
  is: boolean | undefined = false,
): Finding[] {
  if (was === is) return []
  if (is) return [report('rest-input-required', coordinate, 'must be sent now.')]
  if (was === undefined) return [report('rest-input-added', coordinate, 'may be sent now.')]
  return [report('rest-input-optional', coordinate, 'need not be sent any more.')]
}

function compareRequests(walk: Walk, name: string, was?: Body, is?: Body): Finding[] {
  const coordinate = `${name} body`
  const before = was && resolve(walk.base, was)
  const after = is && resolve(walk.head, is)
  if (!after)
    return before ? [walk.report('rest-input-removed', coordinate, 'is ignored now.')] : []
  const known = before && (before.required ?? false)
  return [
    ...presence(walk, coordinate, known, after.required),
    ...compareContents(walk, 'request', coordinate, before, after),
  ]
}

const nameOf = ({ method, path }: Documented) => `${method} ${path}`
const pathOf = ({ path }: Documented) => path.replaceAll(/\{[^}]*\}/g, '{}')

function isSame(one: Documented, other: Documented): boolean {
  return one.method === other.method && pathOf(one) === pathOf(other)
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
