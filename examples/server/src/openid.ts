// The ID service as an OpenID provider, by openid-client.
import {
  allowInsecureRequests,
  ClientSecretBasic,
  discovery,
  refreshTokenGrant,
  tokenRevocation,
  type Configuration,
  type TokenEndpointResponse,
} from 'openid-client'
import { LRUCache } from 'lru-cache'
import type { Settings } from './settings.ts'

/** What the ID service issues to a person who signs in. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  /** When the access token expires, in milliseconds since 1970. */
  expiresAt: number
}

export interface OpenId {
  /** The metadata of the provider and this client. @throws while the provider is away */
  configuration(): Promise<Configuration>
  /** New tokens for a refresh token. @throws if it is no longer good */
  refresh(refreshToken: string): Promise<Tokens>
  /** Ends what was issued with the token. @throws while the provider is away */
  revoke(refreshToken: string): Promise<void>
}

/** How long the tokens from a refresh are remembered for requests that still come with the old cookie. */
const REMEMBER_MS = 5 * 60_000

export function createOpenId(settings: Settings): OpenId {
  let found: Promise<Configuration> | undefined
  const configuration = () => {
    found ??= discover(settings)
    // The next request tries again: the provider may start later than this server.
    found.catch(() => (found = undefined))
    return found
  }
  // A refresh token works once, and a page sends several requests at once: the cache makes one redemption of them.
  const refreshed = new LRUCache<string, Tokens>({
    max: 10_000,
    ttl: REMEMBER_MS,
    async fetchMethod(refreshToken) {
      return tokensOf(await refreshTokenGrant(await configuration(), refreshToken))
    },
  })
  return {
    configuration,
    refresh: (refreshToken) => refreshed.forceFetch(refreshToken),
    revoke: async (refreshToken) => tokenRevocation(await configuration(), refreshToken),
  }
}

function discover({ issuer, clientId, clientSecret }: Settings): Promise<Configuration> {
  const isLocal = issuer.protocol === 'http:'
  return discovery(issuer, clientId, undefined, ClientSecretBasic(clientSecret), {
    ...(isLocal && { execute: [allowInsecureRequests] }),
  })
}

export function tokensOf(response: TokenEndpointResponse): Tokens {
  return {
    accessToken: response.access_token,
    refreshToken: response.refresh_token!,
    expiresAt: Date.now() + (response.expires_in ?? 0) * 1000,
  }
}
