// An app of Angular with angular-oauth2-oidc. It has no component, so that it needs no build of Angular's own.
// oxlint-disable-next-line import/no-unassigned-import
import '@angular/compiler'
import { provideHttpClient } from '@angular/common/http'
import { createApplication } from '@angular/platform-browser'
import { OAuthService, provideOAuthClient } from 'angular-oauth2-oidc'
import { output, settings } from './page.js'

const { injector } = await createApplication({
  providers: [provideHttpClient(), provideOAuthClient()],
})
const oauth = injector.get(OAuthService)
const isByCode = location.pathname === '/angular-code'
oauth.configure({
  issuer: settings.authority,
  clientId: settings.client_id,
  redirectUri: settings.redirect_uri,
  ...(isByCode && { responseType: 'code' }),
})

const signIn = document.createElement('button')
signIn.textContent = 'Sign in'
signIn.addEventListener('click', () => oauth.initLoginFlow())
document.querySelector('main').append(signIn)

await oauth.loadDiscoveryDocumentAndTryLogin().then(
  () => {
    const claims = oauth.getIdentityClaims()
    output(claims ? `Welcome ${claims.preferred_username}` : 'Signed out')
  },
  (error) => output(JSON.stringify(error)),
)
