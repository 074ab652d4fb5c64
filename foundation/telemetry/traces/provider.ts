// The tracer of this process: OpenTelemetry's SDK, which sends spans by OTLP, with settings from the environment.
import { setTimeout as delay } from 'node:timers/promises'
import { diag, DiagLogLevel, type DiagLogger, type Tracer } from '@opentelemetry/api'
import { setGlobalErrorHandler } from '@opentelemetry/core'
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  defaultResource,
  type Resource,
} from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'
import { traceLimits } from '#foundation/telemetry/traces/limits.ts'

const INSTANCE = crypto.randomUUID()
/** How long sending the last spans may take. */
const LAST_MS = 2_000

export interface TracerProvider {
  tracer: Tracer
  /** Sends the remaining spans, within two seconds. */
  stop(): Promise<void>
}

/** How this process sends traces by OTLP. The SDK reads URL, headers and timeouts from the environment itself. */
export interface OtlpSettings {
  protocol: 'http/protobuf' | 'http/json'
}

export interface ProviderOptions extends OtlpSettings {
  /** The name of the process, unless `OTEL_SERVICE_NAME` sets another one. */
  name: string
  log: Log
}

export async function startProvider(options: ProviderOptions): Promise<TracerProvider> {
  logFailures(options.log)
  const exporter = await createExporter(options)
  const { batches, spans } = traceLimits(process.env)
  const provider = new BasicTracerProvider({
    resource: resourceOf(options.name),
    spanLimits: spans,
    spanProcessors: [new BatchSpanProcessor(exporter, batches)],
  })
  return {
    tracer: provider.getTracer('ecosystem'),
    async stop() {
      const late = delay(LAST_MS, undefined, { ref: false })
      await Promise.race([provider.shutdown().catch(() => undefined), late])
      diag.disable()
    },
  }
}

async function createExporter({ protocol }: ProviderOptions): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

/** The resource names nothing of the machine or the command line, which may contain secrets. */
function resourceOf(name: string): Resource {
  const own = resourceFromAttributes({
    [ATTR_SERVICE_NAME]: name,
    [ATTR_SERVICE_INSTANCE_ID]: INSTANCE,
  })
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }))
}

/** Logs each reason at most once a minute, also messages of the SDK itself, such as that it drops spans. */
function logFailures(log: Log): void {
  const logRepeatedly = createRepeatedLog()
  const warn = (failure: unknown) => {
    const reason = reasonOf(failure)
    logRepeatedly(reason, (repeated) =>
      log.warn({ reason, ...repeated }, 'traces are not sent, or not all of them'),
    )
  }
  const nothing = () => undefined
  const logger: DiagLogger = {
    error: warn,
    warn,
    info: nothing,
    debug: nothing,
    verbose: nothing,
  }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  setGlobalErrorHandler(warn)
}

/** Returns only the beginning of a message, which may contain the response of the collector. A text is from the SDK. */
function reasonOf(failure: unknown): string {
  if (typeof failure === 'string') return failure.slice(0, 100)
  const { code, message } = failure as { code?: string | number; message?: string }
  return String(code ?? message ?? 'unknown').slice(0, 100)
}
