// Each service's part in the tests of the whole system.
import type { TestedService } from '#test/tested-service.ts'
import { services } from '../subgraphs/services.ts'

/** Tested services by name, each loaded from the folder of its service. */
export const TESTED_SERVICES: Readonly<Record<string, TestedService>> = Object.fromEntries(
  await Promise.all(services.map(async ({ name }) => [name, await load(name)])),
)

async function load(name: string): Promise<TestedService> {
  const loaded = await import(`../subgraphs/${name}/test/tested-service.ts`)
  return (loaded as { testedService: TestedService }).testedService
}
