// What the ID service serves besides GraphQL and its REST table: the authorization server.
import { Router } from 'express'
import type { EndpointHost, Endpoints } from '#foundation/subgraph.ts'
import type { IdentityContext } from '../context.ts'
import { loadSigningKeys, publicKeySet } from './signing-keys.ts'

export async function oauthEndpoints({
  config,
}: EndpointHost<IdentityContext>): Promise<Endpoints> {
  const keySet = publicKeySet(await loadSigningKeys(config.dataDir))
  const api = Router()
  api.get('/.well-known/jwks.json', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=300').json(keySet)
  })
  return { api, pages: Router() }
}
