// The metrics of this process in the form of OpenTelemetry's SDK, under the names that /metrics shows.
import type { HrTime } from '@opentelemetry/api'
import { ValueType } from '@opentelemetry/api'
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

type Family = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>
type Value = Family['values'][number]
type Labels = Record<string, string | number>

/** Since when counters count. */
const STARTED = hrTime(performance.timeOrigin)

/** Values that are not finite are left out: OTLP's JSON has none. */
export async function otlpMetrics(registries: readonly Registry[]): Promise<MetricData[]> {
  const read = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))
  const families = Map.groupBy<string, Family>(read.flat(), ({ name }) => name)
  return [...families.values()].map((parts) => {
    const values = parts
      .flatMap((part) => part.values)
      .filter(({ value }) => Number.isFinite(value))
    return metricData(parts[0]!, values)
  })
}

function metricData({ name, help, type }: Family, values: Value[]): MetricData {
  const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE }
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  const times = { startTime: STARTED, endTime: hrTime(Date.now()) }
  // The numbers of prom-client's types are not those of its declarations.
  const kind = type as unknown as 'counter' | 'gauge' | 'histogram'
  if (kind === 'histogram') {
    const dataPoints = histogramPoints(values).map((point) => ({ ...point, ...times }))
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = values.map(({ labels, value }) => {
    return { attributes: labels as Labels, value, ...times }
  })
  return kind === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** Prometheus' buckets contain the smaller ones, and have the label `le`; those of OTLP do neither. */
function histogramPoints(values: readonly Value[]) {
  const withoutBound = ({ labels }: Value) => {
    const { le: _bound, ...attributes } = labels as Labels
    return attributes
  }
  const series = Map.groupBy(values, (value) => JSON.stringify(withoutBound(value)))
  return [...series.values()].map((parts) => {
    const valueOf = (end: string) =>
      parts.find(({ metricName }) => metricName?.endsWith(end))?.value
    const buckets = parts.filter(({ metricName }) => metricName?.endsWith('_bucket'))
    const sums = buckets.map(({ value }) => value)
    const count = valueOf('_count') ?? 0
    return {
      attributes: withoutBound(parts[0]!),
      value: {
        count,
        sum: valueOf('_sum') ?? 0,
        buckets: {
          boundaries: buckets
            .map(({ labels }) => Number((labels as Labels).le))
            .filter(Number.isFinite),
          counts: sums.map((sum, index) => sum - (sums[index - 1] ?? 0)),
        },
      },
    }
  })
}

function hrTime(ms: number): HrTime {
  return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)]
}
