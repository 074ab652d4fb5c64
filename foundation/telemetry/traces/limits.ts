// Limits the cost of spans: our bounds, unless the operator has set those of OpenTelemetry.
type Bounds = Readonly<Record<string, readonly [ours: number, ...variables: string[]]>>

/** Bounds for a collector that does not respond: the SDK drops further spans. */
const BATCHES: Bounds = {
  maxQueueSize: [4_096, 'OTEL_BSP_MAX_QUEUE_SIZE'],
  maxExportBatchSize: [512, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'],
  exportTimeoutMillis: [10_000, 'OTEL_BSP_EXPORT_TIMEOUT'],
}
const SPANS: Bounds = {
  attributeValueLengthLimit: [
    200,
    'OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT',
    'OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT',
  ],
  attributeCountLimit: [20, 'OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT', 'OTEL_ATTRIBUTE_COUNT_LIMIT'],
  linkCountLimit: [1, 'OTEL_SPAN_LINK_COUNT_LIMIT'],
  eventCountLimit: [1, 'OTEL_SPAN_EVENT_COUNT_LIMIT'],
}

/** Returns the bounds that no variable sets: the SDK reads a variable only if the code passes no such option. */
export function traceLimits(env: NodeJS.ProcessEnv) {
  return { batches: unlessSet(env, BATCHES), spans: unlessSet(env, SPANS) }
}

function unlessSet(env: NodeJS.ProcessEnv, bounds: Bounds): Record<string, number> {
  const ours = Object.entries(bounds).filter(
    ([, [, ...variables]]) => !variables.some((name) => env[name]),
  )
  return Object.fromEntries(ours.map(([option, [value]]) => [option, value]))
}
