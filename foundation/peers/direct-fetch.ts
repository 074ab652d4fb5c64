// HTTP calls between processes of the system. They bypass the proxy of the environment (HTTP_PROXY with
// NODE_USE_ENV_PROXY), unlike Node's own fetch: a company's proxy reaches neither localhost nor internal names.
import { Agent, fetch, type RequestInit, type Response } from 'undici'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'
import { systemReason } from '#foundation/process/system-error.ts'

const direct = new Agent()

/** Like `fetch`. @throws an error that names URL and reason when there is no response */
export async function fetchDirectly(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...init, dispatcher: direct })
  } catch (error) {
    // The message of fetch says only that it failed.
    const { cause } = error as Error
    if (!(cause instanceof Error)) throw error
    throw new Error(`${url}: ${systemReason(cause) ?? cause.message}`, { cause: error })
  }
}

/** The body of a response as JSON. @throws UnexpectedResponse for anything else, e.g. the error page of a proxy */
export async function readJson(response: Response): Promise<unknown> {
  const { headers, status, url } = response
  try {
    return await response.json()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UnexpectedResponse(url, status, headers.get('content-type'))
  }
}
