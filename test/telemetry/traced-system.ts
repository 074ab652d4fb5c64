// A test system whose traces a collector receives.
import { expect } from 'vitest'
import { startTestSystem, type Topology } from '#test/system.ts'
import { startOtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts'

/** The SDK reads the environment of this process. */
export async function startTracedSystem(topology: Topology, more: Record<string, string> = {}) {
  await using resources = new AsyncDisposableStack()
  const receiver = resources.use(await startOtlpReceiver())
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of-the-operator',
    ...more,
  }
  Object.assign(process.env, env)
  resources.defer(() => {
    for (const name of Object.keys(env)) delete process.env[name]
  })
  const system = await startTestSystem({ topology, settings: env })
  resources.defer(() => system.stop())
  const ada = await system.join('ada', { xp: 200 })
  const token = await ada.token()
  const started = resources.move()
  return {
    receiver,
    system,
    ada,
    token,
    graphql: (query: string, variables: object = {}, headers: object = {}) =>
      system.graphql(query, { token, variables, headers }),
    /** The span of the next request to a server, by default to the router. */
    async spanOf(work: () => Promise<unknown>, server = 'router'): Promise<ReceivedSpan> {
      const { spans } = receiver
      const before = spans.length
      await work()
      const find = () =>
        spans
          .slice(before)
          .find(
            ({ kind, attributes }) => isServer(kind) && attributes['ecosystem.service'] === server,
          )
      await expect.poll(find).toBeDefined()
      return find()!
    },
    /** A trace as text: a line for each span, in the order in which they began, with its name and what it says. */
    tree: (traceId: string) => treeOf(receiver.spans.filter((span) => span.traceId === traceId)),
    stop: () => started.disposeAsync(),
  }
}

function isServer(kind: string): boolean {
  return kind === 'SPAN_KIND_SERVER' || kind === '2'
}

function treeOf(spans: readonly ReceivedSpan[]): string {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const linesOf = (some: readonly ReceivedSpan[], indent: string): string[] =>
    some
      .toSorted((a, b) => Number(a.start - b.start))
      .flatMap((span) => [
        `${indent}${span.name}${shown(span)}`,
        ...linesOf(
          spans.filter(({ parentSpanId }) => parentSpanId === span.spanId),
          `${indent}  `,
        ),
      ])
  return linesOf(
    spans.filter(({ parentSpanId }) => !ids.has(parentSpanId)),
    '',
  ).join('\n')
}

const SHOWN = ['ecosystem.service', 'db.namespace', 'db.response.returned_rows', 'error.type']

function shown({ attributes, isError }: ReceivedSpan): string {
  const parts = SHOWN.flatMap((name) => {
    const value = attributes[name]
    return value === undefined ? [] : [`${name.split(/[._]/).at(-1)} ${value}`]
  })
  const about = parts.length > 0 ? ` (${parts.join(', ')})` : ''
  return `${about}${isError ? ' ERROR' : ''}`
}
