// GET /asyncapi.json: serves the committed document with the URLs of this installation.
import { readFileSync } from 'node:fs'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import { mapValues } from '../openapi/map-values.ts'
import type { AsyncApiDocument, AsyncApiServer } from './document.ts'

type BaseUrls = Pick<Config, 'services'>

/** Reads the document on the first call, because most processes never serve it. */
export type ServedAsyncApi = () => AsyncApiDocument

/** The document of one service, at its base URL. */
export function serviceAsyncApi(name: string, config: BaseUrls): ServedAsyncApi {
  return () => {
    const { servers, channels, operations, ...document } = read()
    const own = <T>(all: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(all).filter(([key]) => key === name))
    return {
      ...document,
      servers: located(own(servers), config),
      channels: own(channels),
      operations: own(operations),
    }
  }
}

/** The document of all services, each at its own base URL, since they have the same path. */
export function wholeAsyncApi(config: BaseUrls): ServedAsyncApi {
  return () => {
    const document = read()
    return { ...document, servers: located(document.servers, config) }
  }
}

function read(): AsyncApiDocument {
  const file = new URL('../../schema/asyncapi.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as AsyncApiDocument
}

function located(servers: AsyncApiDocument['servers'], config: BaseUrls) {
  const entries = Object.entries(servers).map(([name, { variables: _placeholders, ...server }]) => {
    const { host, protocol, pathname } = new URL(serviceSettings(config, name).baseUrl)
    const at = { host, protocol: protocol.slice(0, -1) }
    return [name, { ...server, ...at, ...(pathname !== '/' && { pathname }) }] as const
  })
  return mapValues(Object.fromEntries(entries), (server): AsyncApiServer => server)
}
