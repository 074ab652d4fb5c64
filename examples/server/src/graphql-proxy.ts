// Forwards GraphQL to the router with the access token of the session: queries, mutations, and subscriptions as
// server-sent events, which pass through as they come.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ResponseBodyError } from 'openid-client'
import type { Request, RequestHandler, Response } from 'express'
import type { Streams } from './connections.ts'
import type { OpenId } from './openid.ts'
import { emptySession, getSession, type Session } from './session.ts'
import type { Settings } from './settings.ts'

/** The headers of the browser that concern the router. Its cookie does not. */
const TO_ROUTER = ['accept', 'content-type', 'idempotency-key', 'last-event-id', 'user-agent']

/** The headers of the router that concern the page. */
const TO_BROWSER = [
  'content-type',
  'cache-control',
  'retry-after',
  'x-accel-buffering',
  'x-request-id',
]

/** So that a client reads the errors of a response that is not 200. */
const GRAPHQL = 'application/graphql-response+json'

/** Whose page sends a request, and whom a response is for: no tab acts for somebody who signed in in another tab. */
const PERSON = 'x-person'

/** A token that expires sooner is refreshed first, so that it outlives the request. */
const FRESH_MS = 60_000

export interface GraphQLProxyOptions {
  settings: Settings
  openId: OpenId
  streams: Streams
}

export function graphqlProxy({ settings, openId, streams }: GraphQLProxyOptions): RequestHandler {
  return async (req, res) => {
    const session = await getSession({ settings, openId, req, res })
    const token = await accessToken(openId, session)
    if (token === undefined) {
      res.status(401).type(GRAPHQL).json(SIGNED_OUT)
      return
    }
    const { person } = session
    if (person !== undefined) res.set(PERSON, person)
    if (person !== (req.get(PERSON) ?? person)) {
      res.status(401).type(GRAPHQL).json(OTHER_PERSON)
      return
    }
    const ended = new AbortController()
    res.once('close', () => ended.abort())
    try {
      const response = await forward(settings, req, token, ended.signal)
      using _stream = isStream(response) ? streams.add(ended) : undefined
      if (response.status === 401) await emptySession(session)
      await passOn(response, res)
    } catch (error) {
      if (!ended.signal.aborted) throw error
      // The browser has left, as at the end of every subscription, or this server stops.
      res.destroy()
    }
  }
}

function isStream({ headers }: globalThis.Response): boolean {
  return /^(text\/event-stream|multipart\/mixed)/.test(headers.get('content-type') ?? '')
}

/** The token of the session, refreshed if it is about to expire; undefined if the person must sign in. */
async function accessToken(openId: OpenId, session: Session): Promise<string | undefined> {
  const { accessToken, refreshToken, expiresAt = 0 } = session
  if (!refreshToken) return undefined
  if (expiresAt - Date.now() > FRESH_MS) return accessToken
  try {
    Object.assign(session, await openId.refresh(refreshToken))
  } catch (error) {
    // Revoked or expired. While the ID service is away, people stay signed in.
    if (!(error instanceof ResponseBodyError) || error.error !== 'invalid_grant') throw error
    await emptySession(session)
    return undefined
  }
  await session.save()
  return session.accessToken
}

const SIGNED_OUT = refusal('Nobody is signed in.', 'missing')
const OTHER_PERSON = refusal('Somebody else has signed in.', 'other_person')

function refusal(message: string, reason: string) {
  return { errors: [{ message, extensions: { code: 'INVALID_TOKEN', details: { reason } } }] }
}

function forward(
  { routerUrl }: Settings,
  req: Request,
  token: string,
  signal: AbortSignal,
): Promise<globalThis.Response> {
  const headers = new Headers({ authorization: `Bearer ${token}` })
  for (const name of TO_ROUTER) {
    const value = req.get(name)
    if (value !== undefined) headers.set(name, value)
  }
  headers.set('x-forwarded-for', req.ip ?? '')
  const body = Readable.toWeb(req)
  return fetch(routerUrl, { method: 'POST', headers, body, duplex: 'half', signal })
}

async function passOn(response: globalThis.Response, res: Response): Promise<void> {
  res.status(response.status)
  for (const name of TO_BROWSER) {
    const value = response.headers.get(name)
    if (value !== null) res.set(name, value)
  }
  res.flushHeaders()
  if (response.body) await pipeline(Readable.fromWeb(response.body), res)
  else res.end()
}
