// The demo people of a test system with DEMO=1.
import { TOKEN_AUDIENCE } from '#foundation/auth/viewer.ts'
import { stableId, newId } from '#foundation/domain/ids.ts'
import { signAccessToken } from '../../subgraphs/identity/oauth/keys/access-token.ts'
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
