// The routes of the ID service besides GraphQL and REST: the authorization server and its pages.
import type { EndpointHost, Endpoints } from '#foundation/service/subgraph.ts'
import type { IdentityContext } from './context.ts'
import { logoutDelivery } from './oauth/backchannel-logout.ts'
import { oauthRoutes, openAuthorizationServer } from './oauth/endpoints/oauth-endpoints.ts'
import { handler } from './oauth/request-context.ts'
import { showAuthorization } from './pages/authorization/client-response.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { pageHeaders, sendPageError } from './pages/page.ts'
import { unknownPages } from './pages/unknown-page.ts'

export async function identityEndpoints(
  host: EndpointHost<IdentityContext>,
): Promise<Endpoints<IdentityContext>> {
  const server = await openAuthorizationServer(host)
  const { logoutToPrivateAddresses: toPrivateAddresses } = host.settings
  return {
    api: oauthRoutes(server, [pageHeaders, handler(server, showAuthorization), sendPageError]),
    pages: pageRoutes(server),
    unknownPages: unknownPages(server),
    workers: [logoutDelivery({ ...server, toPrivateAddresses })],
  }
}
