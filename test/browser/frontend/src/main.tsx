// Signs the person in by OAuth, then shows the dashboard, which is live at /live.
import { ApolloProvider } from '@apollo/client/react'
import { UserManager } from 'oidc-client-ts'
import { createRoot } from 'react-dom/client'
import { createClient } from './client.ts'
import { Dashboard } from './dashboard.tsx'

const settings = (await (await fetch('/settings.json')).json()) as {
  issuer: string
  clientId: string
  router: string
}
const manager = new UserManager({
  authority: settings.issuer,
  client_id: settings.clientId,
  redirect_uri: `${location.origin}/callback`,
  scope: 'openid identity credentials',
})

if (location.pathname === '/callback') {
  await manager.signinCallback()
  history.replaceState({}, '', '/')
}
const user = await manager.getUser()
if (user) {
  let { access_token } = user
  const client = createClient(settings.router, {
    token: () => access_token,
    async refresh() {
      const refreshed = await manager.signinSilent()
      access_token = refreshed!.access_token
    },
  })
  createRoot(document.getElementById('root')!).render(
    <ApolloProvider client={client}>
      <Dashboard isLive={location.pathname === '/live'} />
    </ApolloProvider>,
  )
} else await manager.signinRedirect()
