// Metrics by OTLP, as a collector receives them and the official protobufs decode them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import root from '@opentelemetry/otlp-transformer/build/src/generated/root.js'
import { startOtlpReceiver, type OtlpReceiver } from '#test/otlp-receiver.ts'
import { scrape } from '#test/scrape.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'

let receiver: OtlpReceiver
let system: TestSystem
beforeAll(async () => {
  receiver = await startOtlpReceiver()
  // The SDK reads it in the environment of the process.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.endpoint
  system = await startTestSystem({
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
      OTEL_TRACES_SAMPLER: 'always_off',
    },
  })
  const token = await (await system.join('ada', { xp: 200 })).token()
  await system.graphql('{ me { displayName gold } }', { token })
})
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  await system.stop()
  await receiver[Symbol.asyncDispose]()
})

interface Attribute {
  key: string
  value: { stringValue?: string }
}

interface Point {
  attributes: Attribute[]
  asDouble?: number
  count?: string
  sum?: number
  bucketCounts?: string[]
  explicitBounds?: number[]
}

interface Metric {
  name: string
  description: string
  sum?: { isMonotonic: boolean; dataPoints: Point[] }
  gauge?: { dataPoints: Point[] }
  histogram?: { dataPoints: Point[] }
}

interface MetricsRequest {
  resourceMetrics: {
    resource: { attributes: Attribute[] }
    scopeMetrics: { metrics: Metric[] }[]
  }[]
}

interface MessageType {
  decode(bytes: Uint8Array): unknown
  toObject(message: unknown, options: object): MetricsRequest
}

const { ExportMetricsServiceRequest } = (
  root as unknown as Record<
    'opentelemetry',
    {
      proto: { collector: { metrics: { v1: Record<'ExportMetricsServiceRequest', MessageType> } } }
    }
  >
).opentelemetry.proto.collector.metrics.v1

/** The latest export. */
function latest(): MetricsRequest['resourceMetrics'][number] | undefined {
  const request = receiver.requests.findLast(({ path }) => path === '/v1/metrics')
  if (!request) return undefined
  const message = ExportMetricsServiceRequest.decode(request.body)
  const options = { longs: String, arrays: true }
  return ExportMetricsServiceRequest.toObject(message, options).resourceMetrics[0]
}

const metricNamed = (name: string) =>
  latest()
    ?.scopeMetrics.flatMap(({ metrics }) => metrics)
    .find((metric) => metric.name === name)

/** The points of a service. */
const ofService = (points: Point[] | undefined, service: string) =>
  points?.filter(({ attributes }) =>
    attributes.some(({ key, value }) => key === 'service' && value.stringValue === service),
  ) ?? []

test('a process sends its metrics under its name, with those that /metrics shows', async () => {
  await expect.poll(() => metricNamed('graphql_operation_duration_seconds')).toBeDefined()
  const { resource, scopeMetrics } = latest()!
  expect(resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'ecosystem' },
  })
  const { text } = await scrape(system.address('router'))
  const shown = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!)
  const sent = scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name))
  expect(sent).toEqual(expect.arrayContaining(shown))
  expect(new Set(sent).size).toBe(sent.length)
})

test('a histogram has the observations of each bucket alone', async () => {
  const { value } = await scrape(system.address('router'))
  const labels = { service: 'router', operation: 'other' }
  const name = 'graphql_operation_duration_seconds'
  const points = () => ofService(metricNamed(name)?.histogram?.dataPoints, 'router')
  await expect.poll(points).toHaveLength(1)
  const { bucketCounts = [], count, explicitBounds = [], sum } = points()[0]!
  expect(Number(count)).toBe(value(`${name}_count`, labels))
  expect(sum).toBeCloseTo(value(`${name}_sum`, labels)!)
  expect(bucketCounts).toHaveLength(explicitBounds.length + 1)
  expect(bucketCounts.map(Number).reduce((a, b) => a + b)).toBe(Number(count))
})

test('counters and gauges are what they are', () => {
  expect(metricNamed('requests_refused_total')?.sum?.isMonotonic).toBe(true)
  const max = ofService(metricNamed('database_connections_max')?.gauge?.dataPoints, 'path')
  expect(max).toMatchObject([{ asDouble: 6 }])
})
