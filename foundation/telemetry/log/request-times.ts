// Adds up what the router waited for while it served a request, for the log line of the request.
import {
  fetchSteps,
  planSteps,
  type FetchStep,
  type PlanStep,
} from '#foundation/telemetry/steps.ts'

/** Observes until the returned function is called. */
export function addRequestTimes(): () => void {
  const onPlan = { asyncEnd: addPlan }
  const onFetch = { asyncEnd: addFetch }
  planSteps.subscribe(onPlan)
  fetchSteps.subscribe(onFetch)
  return () => {
    planSteps.unsubscribe(onPlan)
    fetchSteps.unsubscribe(onFetch)
  }
}

function addPlan({ began, request }: PlanStep): void {
  if (request) request.planMs = (request.planMs ?? 0) + performance.now() - began
}

/** Fetches at the same time count one by one. There are as many entries as subgraphs. */
function addFetch({ began, request, subgraph }: FetchStep): void {
  if (!request) return
  const services = (request.services ??= new Map())
  services.set(subgraph, (services.get(subgraph) ?? 0) + performance.now() - began)
}
