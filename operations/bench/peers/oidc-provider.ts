// The other side of the benchmark: oidc-provider as a process of its own, with its own store in memory.
import { createServer, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

const [port, clientId, clientSecret] = process.argv.slice(2) as [string, string, string]
const issuer = `http://127.0.0.1:${port}`
const RESOURCE = 'urn:ecosystem'

const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'bench' }

const provider = new Provider(issuer, {
  jwks: { keys: [jwk] },
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: ['https://app.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  scopes: ['identity'],
  rotateRefreshToken: true,
  issueRefreshToken: () => Promise.resolve(true),
  expiresWithSession: () => Promise.resolve(false),
  findAccount: (_ctx: unknown, accountId: string) =>
    Promise.resolve({ accountId, claims: () => Promise.resolve({ sub: accountId }) }),
  cookies: { keys: ['bench'] },
  ttl: { RefreshToken: 30 * 86_400, Grant: 90 * 86_400 },
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'identity',
        audience: 'ecosystem',
        accessTokenTTL: 3600,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})

/** A refresh token of a new grant, as if a person had just allowed the client. */
async function newRefreshToken(): Promise<string> {
  const client = (await provider.Client.find(clientId))!
  const accountId = crypto.randomUUID()
  const grant = new provider.Grant({ accountId, clientId })
  grant.addResourceScope(RESOURCE, 'identity')
  const grantId = await grant.save()
  const about = { client, accountId, grantId, scope: 'identity', resource: RESOURCE }
  return new provider.RefreshToken({ ...about, gty: 'authorization_code' }).save()
}

async function seed(count: number, res: ServerResponse): Promise<void> {
  const tokens = await Promise.all(Array.from({ length: count }, newRefreshToken))
  res.setHeader('content-type', 'application/json').end(JSON.stringify(tokens))
}

const serve = provider.callback()
createServer((req, res) => {
  const count = /^\/seed\?count=(\d+)$/.exec(req.url ?? '')?.[1]
  if (count === undefined) void serve(req, res)
  else void seed(Number(count), res)
}).listen(Number(port), '127.0.0.1', () => console.log('Ready.'))
