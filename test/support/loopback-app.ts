// An app on this computer (RFC 8252): it sends browsers to the ID service, takes them back, and
// redeems what they bring.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NewClient } from '../../subgraphs/identity/domain/client.ts'
import { askOAuth, authorizeUrl, createPkce, registerApp, type App, type Tokens } from './oauth.ts'
import type { TestSystem } from './system.ts'

export interface LoopbackApp extends App {
  /** Opening it begins the authorization; `?scope=…` and other parameters go along. */
  url: string
  /** What it got last. */
  tokens: Tokens | undefined
  stop(): void
}

/** Registers the app, and starts it on a port of its own. */
export async function startApp(
  system: TestSystem,
  about: Partial<NewClient> = {},
): Promise<LoopbackApp> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const registered = await registerApp(system, { redirectUris: [`${url}/callback`], ...about })
  const stop = () => void server.close()
  const app: LoopbackApp = { ...registered, url, stop, tokens: undefined }
  const verifiers = new Map<string, string>()

  const begin = (asked: URLSearchParams): string => {
    const { verifier, challenge } = createPkce()
    const state = randomUUID()
    verifiers.set(state, verifier)
    return authorizeUrl(system, app, {
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...Object.fromEntries(asked),
    })
  }

  const takeBack = async (answer: URLSearchParams): Promise<string> => {
    const verifier = verifiers.get(answer.get('state') ?? '')
    if (verifier === undefined) return 'This state is not mine.'
    if (answer.has('error')) return `Refused: ${answer.get('error')}`
    const { status, body } = await askOAuth(system, app, {
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      redirect_uri: app.redirectUri,
      code_verifier: verifier,
    })
    if (status !== 200) return `The code was refused: ${JSON.stringify(body)}`
    app.tokens = body as Tokens
    return 'Welcome to Harbour'
  }

  server.on('request', (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', url)
    if (pathname === '/') res.writeHead(303, { location: begin(searchParams) }).end()
    else if (pathname === '/callback') void takeBack(searchParams).then((text) => res.end(text))
    else res.writeHead(404).end()
  })
  return app
}
