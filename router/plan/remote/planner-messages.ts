// The messages between the router and a planner in another process or thread.
import type { SupergraphLabels } from '../../override-labels.ts'
import type { QueryPlan } from '../query-plan.ts'

/** Which labels of progressive overrides hold; `percent(n)` holds if n is larger than the percentage. */
export interface ActiveLabels {
  activeLabels: readonly string[]
  percentage: number
}

/** A planner, seen from its own process or thread. */
export interface ServedPlanner {
  /** The SDL of the schema that clients see. */
  apiSdl: string
  labels: SupergraphLabels
  plan(operation: string, signal: AbortSignal, override: ActiveLabels): Promise<QueryPlan>
}

/** What the router sends: first the supergraph, then operations to plan, and to give up. */
export type PlannerRequest =
  | { kind: 'start'; supergraph: string }
  | { kind: 'plan'; id: number; operation: string; override: ActiveLabels }
  | { kind: 'cancel'; id: number }

/** What the planner sends back. */
export type PlannerResponse =
  | { kind: 'started'; apiSdl: string; labels: SupergraphLabels }
  | { kind: 'refused'; message: string }
  | { kind: 'planned'; id: number; plan: QueryPlan }
  | { kind: 'failed'; id: number; message: string }

export interface PlannerPort {
  send(message: PlannerResponse): void
  onMessage(listener: (message: PlannerRequest) => void): void
}

/** Serves the planner that `create` makes of the supergraph in the first message. */
export function servePlanner(
  port: PlannerPort,
  create: (supergraph: string) => ServedPlanner,
): void {
  const planned = new Map<number, AbortController>()
  let planner: ServedPlanner | undefined
  port.onMessage((message) => {
    if (message.kind === 'cancel') planned.get(message.id)?.abort()
    else if (message.kind === 'start') {
      try {
        planner = create(message.supergraph)
        const { apiSdl, labels } = planner
        port.send({ kind: 'started', apiSdl, labels })
      } catch (error) {
        port.send({ kind: 'refused', message: messageOf(error) })
      }
    } else void plan(message, planner!)
  })

  async function plan(
    { id, operation, override }: Extract<PlannerRequest, { kind: 'plan' }>,
    { plan: planText }: ServedPlanner,
  ): Promise<void> {
    const ends = new AbortController()
    planned.set(id, ends)
    try {
      port.send({ kind: 'planned', id, plan: await planText(operation, ends.signal, override) })
    } catch (error) {
      port.send({ kind: 'failed', id, message: messageOf(error) })
    } finally {
      planned.delete(id)
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
