// Opens the authorization server, and routes requests to its endpoints.
import { Router, type ErrorRequestHandler, type RequestHandler } from 'express'
import { onlyMethods } from '#foundation/http/app.ts'
import { etagOf } from '#foundation/http/asset.ts'
import { compressed } from '#foundation/http/compression.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import type { EndpointHost } from '#foundation/service/subgraph.ts'
import type { IdentityContext } from '../../context.ts'
import { beginAuthorization } from './authorization-endpoint.ts'
import { deviceAuthorizationEndpoint } from './device-authorization-endpoint.ts'
import { introspectionEndpoint } from './introspection-endpoint.ts'
import { GRANT_TYPES } from '../grants/grant-types.ts'
import { publishedKeys } from '../keys/id-token.ts'
import { keyStoreOf } from '../keys/key-store.ts'
import { measureKeys } from '../keys/key-metrics.ts'
import { createKeyring } from '../keys/keyring.ts'
import { prepareSecrets } from '../keys/prepare-secrets.ts'
import { serverMetadata } from './metadata.ts'
import { sendOAuthError } from '../oauth-error.ts'
import { pushAuthorizationRequest } from './pushed-authorization-request.ts'
import { revocationEndpoint } from './revocation-endpoint.ts'
import { loadIdentitySecret } from '../../domain/sealing/identity-secret.ts'
import { BODY_PARAMETERS } from '../parameters.ts'
import { handler, type AuthorizationServer, type RequestContext } from '../request-context.ts'
import { tokenEndpoint } from './token-endpoint.ts'
import { userinfoEndpoint } from './userinfo-endpoint.ts'

export async function openAuthorizationServer(
  host: EndpointHost<IdentityContext>,
): Promise<AuthorizationServer> {
  const secrets = await openSecrets(host)
  warnOfMissingSettings(host)
  return {
    ...host,
    ...secrets,
    issuer: host.settings.issuer,
    bodyParameters: new Set([
      ...BODY_PARAMETERS,
      ...GRANT_TYPES.flatMap(({ parameters }) => Object.keys(parameters)),
    ]),
  }
}

/** Opens the signing keys and the secret, so that unreadable ones fail at startup, not at the first sign-in. */
async function openSecrets({
  config,
  db,
  log,
  metrics,
  now,
  settings,
}: EndpointHost<IdentityContext>) {
  await prepareSecrets({ db, settings, now, log, hasOwnDatabase: hasOwnDatabase(config) })
  const keys = keyStoreOf({ db, settings })
  const keyring = createKeyring(keys, now, log)
  const idTokenKeys = { ES256: keyring, RS256: createKeyring(keys, now, log, 'RS256') }
  await publishedKeys({ idTokenKeys })
  measureKeys({ idTokenKeys }, { now, registry: metrics.registry })
  return { keyring, idTokenKeys, secret: await loadIdentitySecret({ db, settings }) }
}

function warnOfMissingSettings({ config, log, settings }: EndpointHost<IdentityContext>): void {
  if (hasOwnDatabase(config) && !settings.keyEncryptionKeys) {
    log.warn(
      'KEY_ENCRYPTION_KEY is not set: the signing keys and identity-secret are files in DATA_DIR. ' +
        'Set it to seal them in the database (docs/operations/signing-keys.md, "Keys in the database")',
    )
  }
  if (!settings.mail) {
    log.warn('SMTP_URL is not set: no mail is sent, so accounts cannot be recovered by mail')
  }
}

function hasOwnDatabase(config: Config): boolean {
  return serviceSettings(config, 'identity').databaseUrl !== undefined
}

/** Builds the routes of OAuth. @param authorize handles the authorization request of a browser, which gets pages */
export function oauthRoutes(
  server: AuthorizationServer,
  authorize: (RequestHandler | ErrorRequestHandler)[],
): Router {
  const { version } = server
  const router = Router()
  router.use('/api/oauth', (_req, res, next) => {
    res.set({ 'API-Version': version, 'Cache-Control': 'no-store' })
    next()
  })
  router
    .route('/api/oauth/authorize')
    .get(...authorize)
    .post(handler(server, beginAuthorization), sendOAuthError)
    .all(onlyMethods(['GET', 'POST']))
  postRoutes(router, server)
  const userinfo = handler(server, userinfoEndpoint)
  router
    .route('/api/oauth/userinfo')
    .get(userinfo)
    .post(userinfo)
    .all(onlyMethods(['GET', 'POST']))
  publishedDocuments(router, server)
  return router
}

/** The endpoints that clients call directly. */
function postRoutes(router: Router, server: AuthorizationServer): void {
  const post = (name: string, endpoint: (request: RequestContext) => Promise<void>) =>
    router
      .route(`/api/oauth/${name}`)
      .post(handler(server, endpoint), sendOAuthError)
      .all(onlyMethods(['POST']))
  post('token', tokenEndpoint)
  post('revoke', revocationEndpoint)
  post('introspect', introspectionEndpoint)
  post('device_authorization', deviceAuthorizationEndpoint)
  post('par', pushAuthorizationRequest)
}

function publishedDocuments(router: Router, server: AuthorizationServer): void {
  const metadata = serverMetadata(server)
  for (const name of ['oauth-authorization-server', 'openid-configuration']) {
    publish(router, `/.well-known/${name}`, () => Promise.resolve(metadata))
  }
  publish(router, '/.well-known/jwks.json', () => publishedKeys(server))
}

function publish(router: Router, path: string, content: () => Promise<object>): void {
  const send: RequestHandler = async (_req, res) => {
    const text = JSON.stringify(await content())
    res
      .set({ 'Cache-Control': 'public, max-age=300', ETag: etagOf(text) })
      .type('json')
      .send(text)
  }
  router
    .route(path)
    .get(compressed, send)
    .all(onlyMethods(['GET']))
}
