// Starts the telemetry of a process besides its metrics: traces, slow statements, and the times that requests waited.
import type { Log } from '#foundation/telemetry/log.ts'
import { addRequestTimes } from '#foundation/telemetry/log/request-times.ts'
import { logSlowStatements } from '#foundation/telemetry/log/slow-statements.ts'
import type { TelemetrySettings } from '#foundation/telemetry/settings.ts'
import type { OtlpSettings } from '#foundation/telemetry/traces/provider.ts'

export interface TelemetryOptions {
  settings: TelemetrySettings
  /** The name of the process in traces, unless `OTEL_SERVICE_NAME` sets another one. */
  name: string
  log: Log
}

/** Starts telemetry; call it before anything serves. Disposing the result sends the last spans. */
export async function startTelemetry({
  settings: { otlp, slowStatementMs },
  name,
  log,
}: TelemetryOptions): Promise<AsyncDisposable> {
  await using resources = new AsyncDisposableStack()
  if (otlp) await startTraces({ ...otlp, name, log }, resources)
  resources.defer(addRequestTimes())
  resources.defer(logSlowStatements(log, slowStatementMs))
  return resources.move()
}

/** Starts traces. The packages of OpenTelemetry are loaded only here. */
async function startTraces(
  options: OtlpSettings & Omit<TelemetryOptions, 'settings'>,
  resources: AsyncDisposableStack,
): Promise<void> {
  const [{ startProvider }, { traceSteps }] = await Promise.all([
    import('#foundation/telemetry/traces/provider.ts'),
    import('#foundation/telemetry/traces/trace-steps.ts'),
  ])
  const { tracer, stop } = await startProvider(options)
  resources.defer(stop)
  resources.defer(traceSteps(tracer))
}
