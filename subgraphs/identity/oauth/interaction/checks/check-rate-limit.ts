// Each response that stores something counts for its person (contract, "Rate limits").
import type { SignedInRequest } from './check.ts'

/** Without a signed-in person nothing is counted, because nothing is stored. @throws RATE_LIMIT_EXCEEDED */
export async function checkRateLimit({
  res,
  server,
  signedIn,
}: SignedInRequest): Promise<undefined> {
  const person = { tier: 'authenticated', principal: signedIn.identity.id } as const
  await server.requestGuard.chargePrincipal(person, res)
}
