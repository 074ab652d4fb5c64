// Requests sent to callers: webhooks, and callbacks of an operation. Callers read the request and
// send the response, so the directions are reversed.
import type { Finding } from '../finding.ts'
import { byStatus, compareContents } from './bodies.ts'
import { operationsAt, type Documented } from './documented.ts'
import type { Body, Callback, OpenApi, Operation, Parameter, PathItem, Schema } from './openapi.ts'
import { resolve } from './references.ts'
import { schemaOf } from './parameters.ts'
import type { RestRule } from './rules.ts'
import { compareOthers, compareSchemas, type Walk } from './walk.ts'

/** Compares the webhooks of two documents. */
export function compareWebhooks(walk: Walk): Finding[] {
  const [before, after] = [walk.base, walk.head].map((document) =>
    sentIn(document, 'webhook', document.webhooks ?? {}),
  )
  return compareSent(walk, before!, after!)
}

/** Compares the callbacks of two versions of an operation. */
export function compareCallbacks(
  walk: Walk,
  name: string,
  was: Operation,
  is: Operation,
): Finding[] {
  const before = callbacksIn(walk.base, name, was)
  return compareSent(walk, before, callbacksIn(walk.head, name, is))
}

type Sent = ReadonlyMap<string, Documented>

function callbacksIn(document: OpenApi, name: string, { callbacks = {} }: Operation): Sent {
  const all = Object.entries(callbacks).flatMap(([event, callback]) => {
    const addresses = Object.entries(resolve<Callback>(document, callback)).filter(
      (entry): entry is [string, PathItem] => typeof entry[1] === 'object',
    )
    return [...sentIn(document, `${name} callback ${event}`, Object.fromEntries(addresses))]
  })
  return new Map(all)
}

function sentIn(document: OpenApi, name: string, items: Record<string, PathItem>): Sent {
  const all = Object.entries(items).flatMap(([path, item]) => operationsAt(document, path, item))
  return new Map(all.map((one) => [`${name} ${one.method} ${one.path}`, one]))
}

function compareSent(walk: Walk, before: Sent, after: Sent): Finding[] {
  return [
    ...[...before].flatMap(([name, { operation }]) => {
      const same = after.get(name)
      if (same) return compareOne(walk, name, operation, same.operation)
      return [walk.report('rest-callback-removed', name, 'is no longer sent.')]
    }),
    ...[...after.keys()]
      .filter((name) => !before.has(name))
      .map((name) => walk.report('rest-callback-added', name, 'is sent now.')),
  ]
}

const KNOWN = ['requestBody', 'responses', 'parameters', 'callbacks', 'operationId', 'tags']

function compareOne(walk: Walk, name: string, was: Operation, is: Operation): Finding[] {
  return [
    ...compareSchemas(walk, 'response', `${name} sends`, parametersOf(was), parametersOf(is)),
    ...compareBody(walk, `${name} body`, was.requestBody, is.requestBody),
    ...compareResponses(walk, name, was.responses ?? {}, is.responses ?? {}),
    ...compareOthers(walk, name, was, is, KNOWN),
  ]
}

/** Compares the parameters of a sent request like the properties of an object. */
function parametersOf({ parameters = [] }: Operation): Schema {
  const nameOf = ({ in: place, name }: Parameter) =>
    `${place} ${place === 'header' ? name.toLowerCase() : name}`
  const schemas = parameters.map((one) => [nameOf(one), schemaOf(one) ?? {}] as const)
  const required = parameters.filter((one) => one.required).map(nameOf)
  return { properties: Object.fromEntries(schemas), required }
}

function compareBody(walk: Walk, coordinate: string, was?: Body, is?: Body): Finding[] {
  const before = was && resolve(walk.base, was)
  const after = is && resolve(walk.head, is)
  if (before && after) return compareContents(walk, 'response', coordinate, before, after)
  if (before) return [walk.report('rest-property-removed', coordinate, 'is no longer sent.')]
  return after ? [walk.report('rest-property-added', coordinate, 'is sent now.')] : []
}

/** The responses that a caller may return. */
function compareResponses(
  walk: Walk,
  name: string,
  was: Record<string, Body>,
  is: Record<string, Body>,
): Finding[] {
  const [before, after] = [byStatus(was), byStatus(is)]
  const gone = Object.keys(before).filter((status) => !after[status])
  const added = Object.keys(after).filter((status) => !before[status])
  const report = (rule: RestRule, message: string) => (status: string) =>
    walk.report(rule, `${name} ${status}`, message)
  const both = Object.keys(before).filter((status) => after[status])
  return [
    ...gone.map(report('rest-status-removed', 'is no longer understood.')),
    ...added.map(report('rest-status-added', 'is understood now.')),
    ...both.flatMap((status) => {
      const [old, now] = [resolve(walk.base, before[status]!), resolve(walk.head, after[status]!)]
      return compareContents(walk, 'request', `${name} ${status}`, old, now)
    }),
  ]
}
