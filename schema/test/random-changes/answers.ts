// What the running system says to a change: whom it refuses what it did before, and what it gives away.
import { isObjectType, parse, validate, type DocumentNode } from 'graphql'
import { QueryPlanner, type PlanNode } from '@apollo/query-planner'
import { operationFromDocument } from '@apollo/federation-internals'
import type { Guard } from '#foundation/auth/scopes.ts'
import type { Service } from '#foundation/service/service.ts'
import type { Route } from '../../../rest-adapters/route.ts'
import { loadSupergraph } from '../../check/graph.ts'
import type { Running, State } from './project-state.ts'
import { VIEWERS, type Viewer } from './router.ts'

/** Something that worked and does not, or could not be had and can. */
export interface Answer {
  kind: 'refused' | 'leaked'
  what: string
}

const refused = (what: string): Answer => ({ kind: 'refused', what })
const leaked = (what: string): Answer => ({ kind: 'leaked', what })

/** Documents that clients of the base send, at the head's router. */
export function askedByClients(documents: readonly DocumentNode[], head: Running): Answer[] {
  return documents.flatMap((document) => {
    const [error] = validate(head.graph.schema!, document)
    return error ? [refused(`a client: ${error.message}`)] : []
  })
}

/** What the base's router sends to services, by their names. */
export async function fetchesOf(base: Running, documents: readonly DocumentNode[]) {
  const supergraph = await loadSupergraph(base.graph.supergraph!)
  const planner = new QueryPlanner(supergraph)
  const found = new Map<string, Set<string>>()
  for (const document of documents) {
    const operation = operationFromDocument(supergraph.apiSchema(), document)
    for (const { service, text } of fetchesIn(planner.buildQueryPlan(operation).node)) {
      found.set(service, (found.get(service) ?? new Set()).add(text))
    }
  }
  return found
}

function fetchesIn(node: unknown): { service: string; text: string }[] {
  if (typeof node !== 'object' || node === null) return []
  const { kind, serviceName, operation } = node as Partial<Extract<PlanNode, { kind: 'Fetch' }>>
  if (kind === 'Fetch') return [{ service: serviceName!, text: operation! }]
  return Object.values(node).flatMap((part) =>
    Array.isArray(part) ? part.flatMap(fetchesIn) : fetchesIn(part),
  )
}

/** The same, at the head's services: routers are not replaced at the same moment. */
export function askedByOldRouter(
  fetches: ReadonlyMap<string, ReadonlySet<string>>,
  base: Running,
  head: Running,
): Answer[] {
  return [...fetches].flatMap(([service, texts]) => {
    const schema = head.schemas.get(service)
    const same = base.state.subgraphs.find(({ name }) => name === service)
    if (!schema || head.state.subgraphs.includes(same!)) return []
    return [...texts].flatMap((text) => {
      const [error] = validate(schema, parse(text))
      return error ? [refused(`the old router at ${service}: ${error.message}`)] : []
    })
  })
}

/** Whom the guards of a service let pass, by field. */
export type Admitted = ReadonlyMap<string, ReadonlySet<Viewer>>

/** @param known whose subgraphs are left out, since they answer as they did */
export async function admittedBy(
  { state, schemas }: Running,
  services: ReadonlyMap<string, Service>,
  known?: State,
): Promise<Admitted> {
  const found = new Map<string, Set<Viewer>>()
  for (const subgraph of state.subgraphs) {
    if (known?.subgraphs.includes(subgraph)) continue
    const service = services.get(subgraph.name)!
    for (const type of Object.values(schemas.get(subgraph.name)!.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith('_')) continue
      for (const field of Object.values(type.getFields())) {
        const guards = (field.extensions.guards ?? []) as Guard[]
        const viewers = await passing(guards, service)
        found.set(`${subgraph.name}: ${type.name}.${field.name}`, viewers)
      }
    }
  }
  return found
}

async function passing(guards: readonly Guard[], service: Service): Promise<Set<Viewer>> {
  const viewers = new Set<Viewer>()
  for (const [name, caller] of Object.entries(VIEWERS)) {
    try {
      const ctx = service.createContext(caller)
      for (const guard of guards) await guard(ctx)
      viewers.add(name as Viewer)
    } catch {
      // Refused.
    }
  }
  return viewers
}

/** What guards say otherwise of the same field. */
export function askedOfGuards(base: Admitted, head: Admitted): Answer[] {
  return [...head].flatMap(([field, after]) => {
    const before = base.get(field)
    if (!before) return []
    return [
      ...[...before].filter((one) => !after.has(one)).map((one) => refused(`${field} to ${one}`)),
      ...[...after].filter((one) => !before.has(one)).map((one) => leaked(`${field} to ${one}`)),
    ]
  })
}

/** Documented paths, and what is in their answers. */
export function askedByRest(base: State, head: State): Answer[] {
  return Object.entries(base.rows).flatMap(([service, rows]) =>
    rows.flatMap((row) => {
      const now = head.rows[service]?.find(
        ({ method, path }) => method === row.method && path === row.path,
      )
      if (!now) return [refused(`${row.method} ${row.path}`)]
      const reported = wordsOf(now)
      return [...wordsOf(row)]
        .filter((word) => !reported.has(word))
        .map((word) => refused(`${row.method} ${row.path} answers no ${word}`))
    }),
  )
}

function wordsOf({ operation }: Route): Set<string> {
  return new Set(operation.match(/\w+/g))
}
