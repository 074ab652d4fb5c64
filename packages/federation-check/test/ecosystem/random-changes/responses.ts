// What the running system says to a change: whom it refuses what it did before, and what it gives away.
import { isObjectType, parse, validate, type DocumentNode } from 'graphql'
import { QueryPlanner, type PlanNode } from '@apollo/query-planner'
import { operationFromDocument } from '@apollo/federation-internals'
import type { Guard } from '../../../../../foundation/auth/scopes.ts'
import type { Service } from '../../../../../foundation/service/service.ts'
import type { Route } from '../../../../../foundation/service/route.ts'
import { loadSupergraph } from '../../../src/graph/supergraph.ts'
import { coordinateOf } from './coordinates.ts'
import type { Copy } from './edit.ts'
import type { ReportedResult } from './found.ts'
import type { RunningState, State } from './project-state.ts'
import { VIEWERS, type Viewer } from './router.ts'

/** Documents that clients of the base send, at the head's router. */
export function askedByClients(
  documents: readonly DocumentNode[],
  base: RunningState,
  head: RunningState,
): ReportedResult[] {
  return documents.flatMap((document): ReportedResult[] => {
    const [error] = validate(head.graph.schema!, document)
    if (!error) return []
    const at = [coordinateOf(error, document, base.graph.schema!)]
    return [{ kind: 'refused', what: `a client: ${error.message}`, at }]
  })
}

/** What the base's router sends to services, by their names. */
export async function fetchesOf(base: RunningState, documents: readonly DocumentNode[]) {
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

/** The documents of the base at the head's services: routers are not replaced at the same moment. */
export function askedByOldRouter(
  fetches: ReadonlyMap<string, ReadonlySet<string>>,
  base: RunningState,
  head: RunningState,
): ReportedResult[] {
  return [...fetches].flatMap(([service, texts]) => {
    const schema = head.schemas.get(service)
    const same = base.state.subgraphs.find(({ name }) => name === service)
    if (!schema || head.state.subgraphs.includes(same!)) return []
    return [...texts].flatMap((text): ReportedResult[] => {
      const document = parse(text)
      const [error] = validate(schema, document)
      if (!error) return []
      const at = [coordinateOf(error, document, base.schemas.get(service)!)]
      const what = `the old router at ${service}: ${error.message}`
      return [{ kind: 'refused', what, at, subgraph: service }]
    })
  })
}

/** Whom the guards of a service let pass, by field. */
export type Admitted = ReadonlyMap<string, FieldAdmitted>

interface FieldAdmitted {
  subgraph: string
  coordinate: string
  viewers: ReadonlySet<Viewer>
}

/** @param known whose subgraphs are left out, since they answer as they did */
export async function admittedBy(
  { state, schemas }: RunningState,
  services: ReadonlyMap<string, Service>,
  known?: State,
): Promise<Admitted> {
  const found = new Map<string, FieldAdmitted>()
  for (const subgraph of state.subgraphs) {
    if (known?.subgraphs.includes(subgraph)) continue
    const service = services.get(subgraph.name)!
    for (const type of Object.values(schemas.get(subgraph.name)!.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith('_')) continue
      for (const field of Object.values(type.getFields())) {
        const guards = (field.extensions.guards ?? []) as Guard[]
        const viewers = await passing(guards, service)
        const coordinate = `${type.name}.${field.name}`
        const one = { subgraph: subgraph.name, coordinate, viewers }
        found.set(`${subgraph.name}: ${coordinate}`, one)
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

/** What guards say otherwise of the same field, or of a copy of it. */
export function askedOfGuards(base: Admitted, head: Admitted, copy?: Copy): ReportedResult[] {
  return [...head.values()].flatMap(({ subgraph, coordinate, viewers: after }) => {
    const known = coordinate === copy?.to ? copy.from : coordinate
    const before = base.get(`${subgraph}: ${known}`)?.viewers
    if (!before) return []
    const response = (kind: ReportedResult['kind'], viewer: Viewer): ReportedResult => {
      return { kind, what: `${coordinate} to ${viewer}`, at: [coordinate], subgraph, alone: true }
    }
    const lost = [...before].filter((one) => !after.has(one))
    return [
      // Nobody has asked for a copy before.
      ...(known === coordinate ? lost : []).map((one) => response('refused', one)),
      ...[...after].filter((one) => !before.has(one)).map((one) => response('leaked', one)),
    ]
  })
}

/** Documented paths, and what is in their responses. */
export function askedByRest(base: RunningState, head: RunningState): ReportedResult[] {
  return Object.entries(base.state.rows).flatMap(([service, rows]) =>
    rows.flatMap((row) => {
      const now = head.state.rows[service]?.find(
        ({ method, path }) => method === row.method && path === row.path,
      )
      const path = row.path.replaceAll(/:(\w+)/g, '{$1}')
      const name = `${row.method.toUpperCase()} ${path}`
      if (!now) return [{ kind: 'refused', what: `${name} is gone`, at: [name] } as const]
      const reported = wordsOf(now)
      return [...wordsOf(row)]
        .filter((word) => !reported.has(word))
        .map((word): ReportedResult => {
          const what = `${name} answers no ${word}`
          return { kind: 'refused', what, at: [name], property: word }
        })
    }),
  )
}

function wordsOf({ operation }: Route): Set<string> {
  return new Set(operation.match(/\w+/g))
}
