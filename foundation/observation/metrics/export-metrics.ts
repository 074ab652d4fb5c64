// Sends the metrics of this process by OTLP, now and then.
import { setTimeout as delay } from 'node:timers/promises'
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'
import { createExportFailureLog } from '#foundation/observation/export-failures.ts'
import { otlpMetrics } from '#foundation/observation/metrics/otlp-metrics.ts'
import { resourceOf } from '#foundation/observation/traces/provider.ts'
import type { OtlpSettings } from '#foundation/process/telemetry-settings.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** How long the last metrics of a process may take. Requests and spans have the other nine seconds of its end. */
const LAST_MS = 1_000

export interface MetricExportOptions extends Pick<OtlpSettings, 'protocol'> {
  everyMs: number
  /** The name of the process, unless `OTEL_SERVICE_NAME` says another one. */
  name: string
  log: Log
  registries: () => Registry[]
}

/** Disposing the result sends the metrics once more, within a second. */
export async function startMetricExport(options: MetricExportOptions): Promise<AsyncDisposable> {
  const { everyMs, log, name, registries } = options
  const exporter = await createExporter(options)
  const resource = resourceOf(name)
  const logFailure = createExportFailureLog(log, 'metrics are not sent')
  const send = async () => {
    const scopeMetrics = [
      { scope: { name: 'ecosystem' }, metrics: await otlpMetrics(registries()) },
    ]
    const { promise: sent, resolve } = Promise.withResolvers<{ error?: Error }>()
    exporter.export({ resource, scopeMetrics }, resolve)
    const { error } = await sent
    if (error) throw error
  }
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await delay(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      )
      await send().catch(logFailure)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      // Also the shutdown waits for what is being sent.
      const ended = running.then(() => exporter.shutdown()).catch(() => undefined)
      await Promise.race([ended, delay(LAST_MS, undefined, { ref: false })])
    },
  }
}

async function createExporter({
  protocol,
}: Pick<OtlpSettings, 'protocol'>): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-metrics-otlp-http')
      : await import('@opentelemetry/exporter-metrics-otlp-proto')
  return new OTLPMetricExporter()
}
