// @ts-check
// Signing in at the explorer and the REST documentation: the authorization code flow with PKCE
// (RFC 7636), as any app in a browser does it. The tokens live as long as the tab.

/** The session storage key of the tokens and of a sign-in under way. */
const STORE = 'explorer'
const SCOPE = 'identity credentials wallet'
/** A token is refreshed this long before it expires. */
const EARLY_MS = 60_000

/** @typedef {{accessToken: string, refreshToken: string, expiresAt: number}} Tokens */
/** @typedef {{state: string, verifier: string, from: string}} Request */

const redirectUri = `${window.location.origin}/callback`
const plainFetch = window.fetch.bind(window)

/** @param {string} name */
const setting = (name) =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''

/** @returns {{request?: Request, tokens?: Tokens}} */
const stored = () => JSON.parse(sessionStorage.getItem(STORE) ?? '{}')

/** @param {{request?: Request, tokens?: Tokens}} state */
const store = (state) => sessionStorage.setItem(STORE, JSON.stringify(state))

/** @param {Uint8Array} bytes */
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Sends the browser to the ID service. */
async function signIn() {
  const request = { state: random(), verifier: random(), from: window.location.pathname }
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(request.verifier))
  store({ request })
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: setting('client-id'),
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: request.state,
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: 'S256',
  })
  window.location.assign(`${setting('issuer')}/api/oauth/authorize?${query}`)
}

/** Handles the response of the ID service (RFC 6749, 4.1.2; `iss`: RFC 9207), and returns to the page. */
async function handleRedirect() {
  const response = new URLSearchParams(window.location.search)
  const { request } = stored()
  store({})
  if (
    !request ||
    response.get('state') !== request.state ||
    response.get('iss') !== setting('issuer')
  ) {
    return show('This sign-in was not started on this page.')
  }
  const code = response.get('code')
  if (code === null) return show(response.get('error_description') ?? 'Signing in was refused.')
  const tokens = await requestTokens({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: request.verifier,
  })
  if (!tokens) return show('The ID service did not accept the code.')
  store({ tokens })
  return window.location.replace(request.from)
}

/**
 * @param {Record<string, string>} fields
 * @returns {Promise<Tokens | undefined>}
 */
async function requestTokens(fields) {
  const response = await post('token', fields)
  if (!response.ok) return undefined
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in,
  } = await response.json()
  return { accessToken, refreshToken, expiresAt: Date.now() + expires_in * 1000 }
}

/**
 * @param {string} endpoint
 * @param {Record<string, string>} fields
 */
function post(endpoint, fields) {
  const body = new URLSearchParams({ client_id: setting('client-id'), ...fields })
  return plainFetch(`${setting('issuer')}/api/oauth/${endpoint}`, { method: 'POST', body })
}

/** Refreshes the tokens in time; concurrent callers share one request. */
const freshTokens = () => {
  const { tokens } = stored()
  if (!tokens || tokens.expiresAt - Date.now() > EARLY_MS) return Promise.resolve(tokens)
  return (refreshing ??= refresh(tokens).finally(() => (refreshing = undefined)))
}

/** @type {Promise<Tokens | undefined> | undefined} */
let refreshing

/** @param {Tokens} tokens */
async function refresh({ refreshToken }) {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const tokens = await requestTokens(fields)
  store(tokens ? { tokens } : {})
  return tokens
}

async function signOut() {
  const { tokens } = stored()
  store({})
  if (tokens) await post('revoke', { token: tokens.refreshToken })
  window.location.reload()
}

/** @param {string} text */
function show(text) {
  const main = document.querySelector('main')
  if (main) main.textContent = text
}

/**
 * Whether an address is of a service: its GraphQL, or a REST path that takes an access token.
 * @param {string} url
 */
function takesToken(url) {
  const bases = [window.location.origin, ...setting('services').split(' ').filter(Boolean)]
  return bases.some((base) => {
    const path = url.startsWith(`${base}/`) ? url.slice(base.length).split(/[?#]/)[0] : undefined
    if (path === undefined) return false
    if (path === '/graphql' || path === '/api/oauth/userinfo') return true
    return path.startsWith('/api/') && !path.startsWith('/api/oauth/')
  })
}

/** Adds the token to the page's calls, unless they have another one. */
window.fetch = async (input, init) => {
  const request = new Request(input, init)
  const isOurs = takesToken(request.url) && !request.headers.has('authorization')
  const tokens = isOurs ? await freshTokens() : undefined
  if (tokens) request.headers.set('authorization', `Bearer ${tokens.accessToken}`)
  return plainFetch(request)
}

function showButton() {
  const button = document.createElement('button')
  const isSignedIn = stored().tokens !== undefined
  button.id = 'sign-in'
  button.textContent = isSignedIn ? 'Sign out' : 'Sign in'
  button.addEventListener('click', () => void (isSignedIn ? signOut() : signIn()))
  document.querySelector('.bar')?.append(button)
}

// For the scripts of the page, which run after this one.
if (stored().tokens) document.documentElement.dataset.signedIn = ''

window.addEventListener('DOMContentLoaded', () => {
  if (window.location.pathname === '/callback') void handleRedirect()
  else showButton()
})
