// What a process tells its operator besides its metrics: traces, slow statements, and what requests have waited for.
import type { Config } from '#foundation/process/config.ts'
import type { OtlpSettings } from '#foundation/process/telemetry-settings.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { addRequestTimes } from '#foundation/observation/request-times.ts'
import { logSlowStatements } from '#foundation/observation/slow-statements.ts'

export interface TelemetryOptions {
  config: Pick<Config, 'telemetry'>
  /** The name of the process in traces, unless `OTEL_SERVICE_NAME` says another one. */
  name: string
  log: Log
}

/** Call it before anything serves. Disposing the result sends the last spans. */
export async function startTelemetry({
  config: { telemetry },
  name,
  log,
}: TelemetryOptions): Promise<AsyncDisposable> {
  await using resources = new AsyncDisposableStack()
  if (telemetry.otlp) await startTraces({ ...telemetry.otlp, name, log }, resources)
  resources.defer(addRequestTimes())
  resources.defer(logSlowStatements(log, telemetry.slowStatementMs))
  return resources.move()
}

/** Only here packages of OpenTelemetry are loaded. */
async function startTraces(
  options: OtlpSettings & Omit<TelemetryOptions, 'config'>,
  resources: AsyncDisposableStack,
): Promise<void> {
  const [{ startProvider }, { traceSteps }] = await Promise.all([
    import('#foundation/observation/traces/provider.ts'),
    import('#foundation/observation/traces/trace-steps.ts'),
  ])
  const { tracer, stop } = await startProvider(options)
  resources.defer(stop)
  resources.defer(traceSteps(tracer))
}
