// The settings of traces and of slow statements in the log. The variables of OpenTelemetry have its names and values.
import {
  httpUrl,
  integer,
  oneOf,
  SettingError,
  text,
  type Environment,
} from '#foundation/process/setting.ts'
import type { TelemetrySettings } from '#foundation/telemetry/start-telemetry.ts'

const PROTOCOLS = ['http/protobuf', 'http/json'] as const
const EXPORTERS = ['otlp', 'none'] as const
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [
  name,
  `parentbased_${name}`,
])

/** Reads the settings. @throws SettingError for an invalid value, which the SDK would only ignore */
export function readTelemetrySettings(env: Environment): TelemetrySettings {
  const endpoint = httpUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const protocol = oneOf(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOLS, 'http/protobuf')
  const sampler = oneOf(env, 'OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on')
  if (sampler.endsWith('traceidratio')) requireRatio(env, 'OTEL_TRACES_SAMPLER_ARG')
  const exporter = oneOf(env, 'OTEL_TRACES_EXPORTER', EXPORTERS, 'otlp')
  const sends = endpoint !== undefined && exporter === 'otlp' && !isDisabled(env)
  return {
    otlp: sends ? { protocol } : undefined,
    slowStatementMs: integer(env, 'SLOW_STATEMENT_MS', 0, 600_000, 1_000),
  }
}

/** Any value but `true` is false (OpenTelemetry, "Boolean value"). */
function isDisabled(env: Environment): boolean {
  return text(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true'
}

function requireRatio(env: Environment, name: string): void {
  const value = text(env, name) ?? ''
  if (/^[\d.]+$/.test(value) && Number(value) <= 1) return
  throw new SettingError(`${name} is "${value}", but must be a number from 0 to 1, such as 0.01.`)
}
