// Every service with demo data, on one database.
import { stableId } from '#foundation/domain/ids.ts'
import { serviceFacts } from '#foundation/process/config.ts'
import { connectInProcess } from '#foundation/service/in-process.ts'
import { startService, type Service } from '#foundation/service/service.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { callerOf, testLog } from '#test/caller.ts'
import { readDemoContent } from '../../content/demo.ts'
import { addAdministrator } from '../../subgraphs/identity/domain/administration/administrator.ts'

/** Starts services that call each other in this process, with Ada as administrator. */
export async function startDemoServices(
  subgraphs: readonly AnySubgraph[],
  databaseUrl: string,
): Promise<Map<string, Service>> {
  const services = new Map<string, Service>()
  for (const subgraph of subgraphs) {
    const service = await startService(subgraph, {
      databaseUrl,
      demo: await readDemoContent(subgraph.name),
      production: false,
      execution: 'interpreted',
      log: testLog,
      now: () => new Date(),
      env: {},
      services: serviceFacts(subgraphs),
      connect: (peer) => connectInProcess(subgraph.name, () => services.get(peer)),
    })
    services.set(subgraph.name, service)
  }
  const ada = callerOf({
    as: { id: stableId('identity', 'ada') },
    scopes: ['identity', 'credentials', 'wallet', 'admin'],
  })
  const identity = services.get('identity')!.createContext(ada)
  await addAdministrator(identity, 'ada')
  return services
}
