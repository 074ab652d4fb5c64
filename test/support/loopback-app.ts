// An app on this computer (RFC 8252): it sends browsers to the ID service, receives them again, and
// redeems their codes.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NewClient } from '../../subgraphs/identity/domain/clients/client.ts'
import type { TestResponse } from './http.ts'
import { askOAuth, authorizeUrl, createPkce, registerApp, type App, type Tokens } from './oauth.ts'
import type { TestSystem } from './system.ts'

export interface LoopbackApp extends App {
  /** Opening it begins the authorization; `?scope=…` and other parameters are passed on. */
  url: string
  /** Its latest token response. */
  tokens: Tokens | undefined
  stop(): void
}

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

/** The device authorization response (RFC 8628, section 3.2), which a device shows and keeps. */
interface StartedDevice {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
}

/** Sends a device authorization request, as an app on a device does. */
export async function startDevice(system: TestSystem, app: App): Promise<StartedDevice> {
  const response = await askOAuth(system, app, { scope: 'identity' }, 'device_authorization')
  if (response.status !== 200) throw new Error(`No device code: ${JSON.stringify(response.body)}`)
  return response.body as StartedDevice
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

  const begin = (parameters: URLSearchParams): string => {
    const { verifier, challenge } = createPkce()
    const state = randomUUID()
    verifiers.set(state, verifier)
    return authorizeUrl(system, app, {
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...Object.fromEntries(parameters),
    })
  }

  const takeBack = async (response: URLSearchParams): Promise<string> => {
    const verifier = verifiers.get(response.get('state') ?? '')
    if (verifier === undefined) return 'This state is not mine.'
    if (response.has('error')) return `Refused: ${response.get('error')}`
    const redeemed = await askOAuth(system, app, {
      grant_type: 'authorization_code',
      code: response.get('code') ?? '',
      redirect_uri: app.redirectUri,
      code_verifier: verifier,
    })
    return take(redeemed)
  }

  const take = ({ status, body }: TestResponse): string => {
    if (status !== 200) return `Refused: ${body.error as string}`
    app.tokens = body as Tokens
    return 'Welcome to Harbour'
  }

  /** The screen of a television: the code, the page to type it on, and a link that polls. */
  const television = async (): Promise<string> => {
    const device = await startDevice(system, app)
    return `<!doctype html><title>Harbour</title>
      <p><a href="${device.verification_uri_complete}">${device.verification_uri}</a></p>
      <p><strong>${device.user_code}</strong></p>
      <p><a href="/connected?code=${device.device_code}">Go on</a></p>`
  }

  const connect = async (deviceCode: string): Promise<string> =>
    take(await askOAuth(system, app, { grant_type: DEVICE_CODE, device_code: deviceCode }))

  server.on('request', (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', url)
    if (pathname === '/') res.writeHead(303, { location: begin(searchParams) }).end()
    else if (pathname === '/callback') void takeBack(searchParams).then((text) => res.end(text))
    else if (pathname === '/television')
      void television().then((page) => res.setHeader('Content-Type', 'text/html').end(page))
    else if (pathname === '/connected')
      void connect(searchParams.get('code') ?? '').then((text) => res.end(text))
    else res.writeHead(404).end()
  })
  return app
}
