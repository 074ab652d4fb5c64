// The settings of the log and of traces. The variables of OpenTelemetry have its names and values.
import { httpUrl, integer, oneOf, text } from '#foundation/settings/value-parsers.ts'
import { defineSettings, setting, SettingError } from '#foundation/settings/setting.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const PROTOCOLS = ['http/protobuf', 'http/json'] as const
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [
  name,
  `parentbased_${name}`,
])

/** Invalid values are refused, which the SDK of OpenTelemetry would only ignore. */
export const telemetrySettings = defineSettings(
  {
    logLevel: setting(
      'LOG_LEVEL',
      '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
      oneOf(LOG_LEVELS, 'info'),
    ),
    slowStatementMs: setting(
      'SLOW_STATEMENT_MS',
      'from when a statement is logged as slow; 0 for none',
      integer(0, 600_000, 1_000),
    ),
    endpoint: setting(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'where traces go, such as `http://collector:4318`',
      httpUrl,
    ),
    // Any value but `true` is false (OpenTelemetry, "Boolean value").
    isDisabled: setting('OTEL_SDK_DISABLED', '`true` sends nothing', {
      shown: '`false`',
      read: (_name, value) => value?.toLowerCase() === 'true',
    }),
    exporter: setting(
      'OTEL_TRACES_EXPORTER',
      '`none` sends nothing',
      oneOf(['otlp', 'none'], 'otlp'),
    ),
    protocol: setting(
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'or `http/json`',
      oneOf(PROTOCOLS, 'http/protobuf'),
    ),
    sampler: setting(
      'OTEL_TRACES_SAMPLER',
      '`always_on`, `always_off`, `traceidratio`, also with `parentbased_`',
      oneOf(SAMPLERS, 'parentbased_always_on'),
    ),
    share: setting('OTEL_TRACES_SAMPLER_ARG', 'the share of `traceidratio`, such as `0.01`', text),
  },
  ({ logLevel, slowStatementMs, endpoint, isDisabled, exporter, protocol, sampler, share }) => {
    if (sampler.endsWith('traceidratio')) requireRatio('OTEL_TRACES_SAMPLER_ARG', share)
    const sends = endpoint !== undefined && exporter === 'otlp' && !isDisabled
    return { logLevel, slowStatementMs, otlp: sends ? { protocol } : undefined }
  },
)

export type TelemetrySettings = ReturnType<typeof telemetrySettings.read>

function requireRatio(name: string, value = ''): void {
  if (/^[\d.]+$/.test(value) && Number(value) <= 1) return
  throw new SettingError(`${name} is "${value}", but must be a number from 0 to 1, such as 0.01.`)
}
