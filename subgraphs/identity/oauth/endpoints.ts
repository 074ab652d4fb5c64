// What the ID service serves besides GraphQL and its REST table: the authorization server.
import { Router } from 'express'
import type { EndpointHost, Endpoints } from '#foundation/subgraph.ts'
import type { IdentityContext } from '../context.ts'
import { createKeyring } from './keyring.ts'

export async function oauthEndpoints({
  config,
  log,
  now,
}: EndpointHost<IdentityContext>): Promise<Endpoints> {
  const keyring = createKeyring(config.dataDir, now, log)
  // Keys that cannot be read or made must stop the start, and not the first sign-in.
  await keyring.published()
  const api = Router()
  api.get('/.well-known/jwks.json', async (_req, res) => {
    res.set('Cache-Control', 'public, max-age=300').json(await keyring.published())
  })
  return { api, pages: Router() }
}
