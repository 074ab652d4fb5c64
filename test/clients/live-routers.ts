// Routers in processes of their own, which a test stops and starts again under the same address.
import type { TestSystem } from '../support/system.ts'
import { freePorts } from '../support/ports.ts'
import { runNode, type Program } from '../support/process.ts'
import { subgraphs } from '../../subgraphs/index.ts'

export interface LiveRouter {
  /** Of its GraphQL. */
  url: string
  /** Ends the process with a signal, and starts another in its place. */
  replace(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  stop(): Promise<void>
}

/** Starts a router over the services of a system. */
export async function startLiveRouter(system: TestSystem): Promise<LiveRouter> {
  const [port] = (await freePorts(1)) as [number]
  const addresses = subgraphs.map(({ name, settings }) => [
    `${settings}_BASE_URL`,
    system.address(name),
  ])
  const settings = {
    ...Object.fromEntries(addresses),
    ROUTER_PORT: String(port),
    SERVICE_SECRET: system.config.serviceSecrets!.join(','),
  }
  const start = async (): Promise<Program> => {
    const program = runNode(['router/main.ts'], settings)
    await program.says(/^Ready\./m)
    return program
  }
  let running = await start()
  const end = async (signal: NodeJS.Signals) => {
    running.send(signal)
    await running.ended()
  }
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    async replace(signal) {
      await end(signal)
      running = await start()
    },
    stop: () => end('SIGTERM'),
  }
}
