// A test system whose traces a collector receives.
import { expect } from 'vitest'
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts'
import { startTestSystem, type Person, type TestSystem, type Topology } from '#test/system.ts'
import { traceTree } from './trace-tree.ts'

/** The SDK reads the environment of this process. */
export class TracedSystem {
  readonly receiver: OtlpReceiver
  readonly system: TestSystem
  readonly ada: Person
  readonly token: string
  readonly #env: Record<string, string>

  private constructor(
    parts: Pick<TracedSystem, 'receiver' | 'system' | 'ada' | 'token'>,
    env: Record<string, string>,
  ) {
    this.receiver = parts.receiver
    this.system = parts.system
    this.ada = parts.ada
    this.token = parts.token
    this.#env = env
  }

  static async start(topology: Topology, more: Record<string, string> = {}): Promise<TracedSystem> {
    const receiver = await startOtlpReceiver()
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of-the-operator',
      ...more,
    }
    Object.assign(process.env, env)
    const system = await startTestSystem({ topology, settings: env })
    const ada = await system.join('ada', { xp: 200 })
    return new TracedSystem({ receiver, system, ada, token: await ada.token() }, env)
  }

  async stop(): Promise<void> {
    await this.system.stop()
    await this.receiver[Symbol.asyncDispose]()
    for (const name of Object.keys(this.#env)) delete process.env[name]
  }

  /** The span of the next request to a server, by default to the router. */
  async spanOf(work: () => Promise<unknown>, server = 'router'): Promise<ReceivedSpan> {
    const { spans } = this.receiver
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
  }

  tree(traceId: string, options?: { times: boolean }): string {
    return traceTree(this.receiver.spans, traceId, options)
  }

  graphql(query: string, variables: object = {}, headers: object = {}) {
    return this.system.graphql(query, { token: this.token, variables, headers })
  }
}

function isServer(kind: string): boolean {
  return kind === 'SPAN_KIND_SERVER' || kind === '2'
}
