// The start of the span of each kind of step: its name, and its place in a trace.
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  trace,
  type Link,
  type SpanContext,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { ATTR_SERVICE_PEER_NAME } from '@opentelemetry/semantic-conventions/incubating'
import { methodName } from '#foundation/telemetry/method-name.ts'
import { operationName, peerOperationName } from '#foundation/telemetry/operation-name.ts'
import type {
  FetchStep,
  OperationStep,
  PeerStep,
  PlanStep,
  RequestStep,
  WorkStep,
} from '#foundation/telemetry/steps.ts'
import { epochOf } from '#foundation/telemetry/traces/clock.ts'
import type { Scope, SpanStart } from '#foundation/telemetry/traces/scope.ts'
import { SERVICE } from '#foundation/telemetry/traces/span-attributes.ts'

/**
 * A request of a service of this system continues its trace. Any other request begins a trace of its own, with a link
 * to that of its sender, so that strangers do not decide what is sampled.
 */
export function requestStart(step: RequestStep): SpanStart {
  const start = {
    name: methodName(step.method),
    kind: SpanKind.SERVER,
    startTime: epochOf(step.began),
  }
  const sent = senderOf(step)
  if (!sent) return { ...start, parent: ROOT_CONTEXT }
  return step.callingService === undefined
    ? { ...start, parent: ROOT_CONTEXT, links: [{ context: sent }] }
    : { ...start, parent: trace.setSpanContext(ROOT_CONTEXT, sent) }
}

function senderOf({ traceparent }: RequestStep): SpanContext | undefined {
  const sent = traceparent === undefined ? null : parseTraceParent(traceparent)
  return sent && isSpanContextValid(sent) ? { ...sent, isRemote: true } : undefined
}

export function planStart({ began }: PlanStep): SpanStart {
  return { name: 'plan', startTime: epochOf(began) }
}

export function fetchStart({ began, subgraph }: FetchStep): SpanStart {
  return {
    name: `fetch ${subgraph}`,
    kind: SpanKind.CLIENT,
    startTime: epochOf(began),
    attributes: { [ATTR_SERVICE_PEER_NAME]: subgraph },
  }
}

export function operationStart({ began, operation, service }: OperationStep): SpanStart {
  return {
    name: operationName(operation),
    startTime: epochOf(began),
    attributes: { [SERVICE]: service },
  }
}

export function peerStart({ began, peer, source }: PeerStep): SpanStart {
  return {
    name: `call ${peer} ${peerOperationName(source)}`,
    kind: SpanKind.CLIENT,
    startTime: epochOf(began),
    attributes: { [ATTR_SERVICE_PEER_NAME]: peer },
  }
}

/** A delivery is part of its round. Each execution of a subscription is a trace, with a link to the request for it. */
export function workStart({ began, kind, name }: WorkStep, around: Scope | undefined): SpanStart {
  const startTime = epochOf(began)
  if (kind === 'delivery') return { name: `deliver ${name}`, startTime }
  if (kind === 'round') return { name, startTime, parent: ROOT_CONTEXT }
  const links: Link[] = around ? [{ context: around.span.spanContext() }] : []
  const attributes = { [SERVICE]: name }
  return { name: 'execute subscription', startTime, attributes, links, parent: ROOT_CONTEXT }
}
