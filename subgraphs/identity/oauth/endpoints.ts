// What the ID service serves besides GraphQL and REST.
import { Router } from 'express'
import type { Config } from '#foundation/config.ts'
import { loadSigningKeys, publicKeySet } from './signing-keys.ts'

/** The public keys, which every service verifies access tokens with (RFC 7517). */
export async function oauthEndpoints({ dataDir }: Config): Promise<Router> {
  const keySet = publicKeySet(await loadSigningKeys(dataDir))
  const router = Router()
  router.get('/.well-known/jwks.json', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=300').json(keySet)
  })
  return router
}
