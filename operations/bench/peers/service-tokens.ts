// Tokens with which a gateway tells our services that it is one of them, as our own router does.
import { SignJWT } from 'jose'

const LIFETIME_S = 60
const RENEW_MS = 20_000

/** The token for each service, renewed in time. Without a secret there are none. */
export async function serviceTokens(
  secret: string | undefined,
  services: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>()
  if (secret === undefined) return tokens
  const key = new TextEncoder().encode(secret)
  const renew = async () => {
    for (const service of services) {
      const token = new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: 'service+jwt' })
        .setIssuer('router')
        .setAudience(service)
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME_S}s`)
      tokens.set(service, await token.sign(key))
    }
  }
  await renew()
  setInterval(() => void renew(), RENEW_MS)
  return tokens
}

/** The names of the subgraphs in a supergraph. */
export function subgraphsOf(supergraph: string): string[] {
  return [...supergraph.matchAll(/@join__graph\(name: "([^"]+)"/g)].map(([, name]) => name!)
}
