// Each response that stores something counts against the person's limit (contract, "Rate limits").
import type { SignedInRequest } from './check.ts'

/** Counts a request of a signed-in person. @throws RATE_LIMIT_EXCEEDED */
export async function checkRateLimit({
  res,
  server,
  signedIn,
}: SignedInRequest): Promise<undefined> {
  const person = { tier: 'authenticated', principal: signedIn.identity.id } as const
  await server.requestGuard.chargePrincipal(person, res)
}
