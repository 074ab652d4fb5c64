// A collector for tests: receives spans by OTLP over HTTP, and decodes them with the official protobufs.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import root from '@opentelemetry/otlp-transformer/build/src/generated/root.js'

type Value = string | number | boolean
type Attributes = Record<string, Value>

export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentSpanId: string
  name: string
  kind: string
  /** Nanoseconds since 1970. */
  start: bigint
  end: bigint
  attributes: Attributes
  links: { traceId: string; spanId: string }[]
  isError: boolean
  /** The attributes of its process. */
  resource: Attributes
}

export interface OtlpReceiver extends AsyncDisposable {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  spans: ReceivedSpan[]
  requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[]
}

/** Starts a collector on a free port. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const requests: OtlpReceiver['requests'] = []
  const server = createServer((req, res) => {
    void buffer(req).then((body) => {
      const { headers, url = '' } = req
      requests.push({ path: url, headers, body })
      if (url === '/v1/traces') {
        spans.push(...(isJson(headers) ? readJson(body) : readProtobuf(body)))
      }
      res.setHeader('content-type', headers['content-type']!)
      res.end(isJson(headers) ? '{}' : '')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function isJson(headers: IncomingHttpHeaders): boolean {
  return headers['content-type'] === 'application/json'
}

interface KeyValue {
  key: string
  value: Record<string, Value>
}

interface SentSpan extends Pick<ReceivedSpan, 'traceId' | 'spanId' | 'name' | 'links'> {
  parentSpanId?: string
  kind: string | number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: KeyValue[]
  status?: { code?: string | number }
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: KeyValue[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

/** What protobufjs generates of a message of opentelemetry-proto. */
interface MessageType {
  decode(bytes: Uint8Array): unknown
  toObject(message: unknown, options: object): ExportRequest
}

const { ExportTraceServiceRequest } = (
  root as unknown as Record<
    'opentelemetry',
    { proto: { collector: { trace: { v1: Record<'ExportTraceServiceRequest', MessageType> } } } }
  >
).opentelemetry.proto.collector.trace.v1

function readProtobuf(body: Buffer): ReceivedSpan[] {
  const message = ExportTraceServiceRequest.decode(body)
  const options = { longs: String, enums: String, bytes: String, arrays: true }
  return spansOf(ExportTraceServiceRequest.toObject(message, options), fromBase64)
}

/** In JSON, ids are hexadecimal. */
function readJson(body: Buffer): ReceivedSpan[] {
  return spansOf(JSON.parse(body.toString()) as ExportRequest, (id) => id)
}

function spansOf(request: ExportRequest, idOf: (sent: string) => string): ReceivedSpan[] {
  return request.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        traceId: idOf(span.traceId),
        spanId: idOf(span.spanId),
        parentSpanId: idOf(span.parentSpanId ?? ''),
        name: span.name,
        kind: String(span.kind),
        start: BigInt(span.startTimeUnixNano),
        end: BigInt(span.endTimeUnixNano),
        attributes: attributesOf(span.attributes),
        links: span.links.map((link) => ({
          traceId: idOf(link.traceId),
          spanId: idOf(link.spanId),
        })),
        isError: /ERROR|^2$/.test(String(span.status?.code)),
        resource: attributesOf(resource.attributes),
      })),
  )
}

function fromBase64(id: string): string {
  return Buffer.from(id, 'base64').toString('hex')
}

function attributesOf(list: readonly KeyValue[]): Attributes {
  return Object.fromEntries(
    list.map(({ key, value }) => {
      const [type, sent] = Object.entries(value)[0]!
      return [key, type === 'intValue' ? Number(sent) : sent]
    }),
  )
}
