// A person's session with an app: signing up or in through the pages of the ID service, and an access token
// whenever the app needs one.
import { expect } from 'vitest'
import {
  authorizeUrl,
  createPkce,
  obtainTokens,
  PASSWORD,
  redeem,
  redirected,
  refresh,
  type SignInPerson,
  type App,
  type Tokens,
} from '#test/oauth.ts'
import { createUserAgent, linkOf, type UserAgent } from '#test/user-agent.ts'
import { HOUR_MS, type Production } from './production.ts'

const TEN_MINUTES_MS = 10 * 60_000

export interface NewResident {
  username: string
  displayName: string
  house: string
  archetype: string
}

export interface Session {
  production: Production
  username: string
  /** How often the app has sent the person to the pages, because it had no token. */
  signIns: number
  /** A valid access token, renewed when it has expired. */
  token(): Promise<string>
}

/** The app, and its scopes. */
export interface AppRequest {
  app: App
  scope: string
}

/** Opens the app for the first time, creates an account on the way, and allows the app. */
export async function signUp(
  production: Production,
  { app, scope }: AppRequest,
  about: NewResident,
): Promise<Session> {
  const userAgent = newBrowser()
  const { verifier, challenge } = createPkce()
  const parameters = { scope, code_challenge: challenge, code_challenge_method: 'S256' }
  const signInPage = await userAgent.open(authorizeUrl(production, app, parameters))
  const page = await userAgent.open(linkOf(signInPage, 'Create an account'))
  const consent = await userAgent.submit(page, '/sign-up', { ...about, password: PASSWORD })
  const { code = '', state } = redirected(
    await userAgent.submit(consent, '/consent', { decision: 'allow' }),
  )
  expect(state).toBe('a state of the app')
  const { status, body } = await redeem(production, app, { code, verifier })
  expect(status, JSON.stringify(body)).toBe(200)
  return keepSession(production, { app, scope }, { ...about, userAgent, tokens: body as Tokens })
}

/** Opens an app as somebody with an account, in a browser without a session. */
export async function signIn(
  production: Production,
  { app, scope }: AppRequest,
  person: SignInPerson,
): Promise<Session> {
  const userAgent = newBrowser()
  const tokens = await obtainTokens(production, app, person, { scope }, userAgent)
  return keepSession(production, { app, scope }, { ...person, userAgent, tokens })
}

let browsers = 0
/** An address for each, from those for documentation (RFC 5737). */
function newBrowser(): UserAgent {
  browsers += 1
  return createUserAgent({ 'x-forwarded-for': `198.51.100.${browsers}` })
}

interface SignedIn extends SignInPerson {
  userAgent: UserAgent
  tokens: Tokens
}

function keepSession(
  production: Production,
  { app, scope }: AppRequest,
  signedIn: SignedIn,
): Session {
  const { username, userAgent } = signedIn
  let { tokens } = signedIn
  const isAdministrator = scope.includes('admin')
  // The app of an administrator requires a fresh sign-in (RFC 9470), any other one refreshes its token.
  const validMs = isAdministrator ? TEN_MINUTES_MS : HOUR_MS
  let until = production.now().getTime() + validMs
  const renew = async (): Promise<Tokens> => {
    if (isAdministrator) {
      const fresh = { scope, acr_values: '2', max_age: '600' }
      return obtainTokens(production, app, signedIn, fresh, userAgent)
    }
    const { status, body } = await refresh(production, app, tokens.refresh_token)
    if (status === 200) return body as Tokens
    expect(body.error, username).toBe('invalid_grant')
    session.signIns += 1
    return obtainTokens(production, app, signedIn, { scope }, userAgent)
  }
  const session: Session = {
    production,
    username,
    signIns: 0,
    async token() {
      if (production.now().getTime() >= until) {
        tokens = await renew()
        until = production.now().getTime() + validMs
      }
      return tokens.access_token
    },
  }
  return session
}
