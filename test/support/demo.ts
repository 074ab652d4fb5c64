// The demo data: its people in a test system with DEMO=1, and every service with it on one database.
import { TOKEN_AUDIENCE } from '#foundation/auth/viewer.ts'
import { stableId, newId } from '#foundation/domain/ids.ts'
import type { Service } from '#foundation/service/service.ts'
import { readDemoContent } from '../../content/demo.ts'
import { addAdministrator } from '../../subgraphs/identity/domain/administration/administrator.ts'
import { signAccessToken } from '../../subgraphs/identity/oauth/keys/access-token.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { callerOf } from './caller.ts'
import { startInProcess } from './hosted-services.ts'
import type { TestSystem } from './system.ts'

/** An access token of a demo person, with every scope but `admin`. */
export async function demoToken(system: TestSystem, username: string): Promise<string> {
  const claims = {
    issuer: system.address('identity'),
    audience: TOKEN_AUDIENCE,
    subject: stableId('identity', username),
    clientId: 'demo-web',
    grantId: newId('grant'),
    scope: 'identity credentials wallet email',
    tier: 'authenticated',
  } as const
  return signAccessToken(await system.keyring.signingKey(), claims, new Date())
}

/** Starts services that call each other in this process, with Ada as administrator. */
export async function startDemoServices(databaseUrl: string): Promise<Map<string, Service>> {
  const services = new Map<string, Service>()
  for (const { name } of subgraphs) {
    const service = await startInProcess(name, services, {
      databaseUrl,
      demo: await readDemoContent(name),
      execution: 'interpreted',
      now: () => new Date(),
      env: {},
    })
    services.set(name, service)
  }
  const ada = callerOf({
    as: { id: stableId('identity', 'ada') },
    scopes: ['identity', 'credentials', 'wallet', 'admin'],
  })
  await addAdministrator(services.get('identity')!.createContext(ada), 'ada')
  return services
}
