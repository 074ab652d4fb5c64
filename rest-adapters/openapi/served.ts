// GET /openapi.json: serves the committed document with the addresses of this installation.
import { readFileSync } from 'node:fs'
import type { OpenApiDocument, PathItem, Server } from '#foundation/http/openapi.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { mapValues } from './map-values.ts'
import { securitySchemes } from './security.ts'
import { usedComponents } from './used-components.ts'

type Addresses = Pick<Config, 'services'>

/** Reads the document on the first call, because most processes never serve it. */
export type ServedOpenApi = () => OpenApiDocument

/** Reads schema/openapi.json. */
export function readOpenApi(): OpenApiDocument {
  const file = new URL('../../schema/openapi.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument
}

/** The document of one service, at its base address. */
export function serviceOpenApi(
  { name, title, version }: Pick<AnySubgraph, 'name' | 'title' | 'version'>,
  config: Addresses,
): ServedOpenApi {
  return servedOnce(config, (document) => {
    const own = Object.entries(document.paths).filter(([, item]) => item['x-service'] === name)
    const paths = mapValues(Object.fromEntries(own), withoutServers)
    return {
      ...document,
      info: { ...document.info, title, version },
      servers: [{ url: serviceSettings(config, name).baseUrl, description: title }],
      tags: document.tags.filter((tag) => tag.name === title),
      paths,
      components: usedComponents(paths, document.components),
    }
  })
}

/** The document of all services in one process, where each address serves every path. */
export function wholeOpenApi(config: Addresses): ServedOpenApi {
  const servers = [{ url: '/', description: 'This address, which serves every path.' }]
  return servedOnce(config, (document) => {
    return { ...document, servers, paths: mapValues(document.paths, withoutServers) }
  })
}

/** The document of all services, each with its paths only at its own base address. */
export function scatteredOpenApi(config: Addresses): ServedOpenApi {
  return servedOnce(config, (document) => {
    const paths = mapValues(document.paths, (item) => {
      const { baseUrl: url } = serviceSettings(config, item['x-service'] ?? '')
      return { ...item, servers: item.servers?.map(({ description }) => ({ url, description })) }
    }) as OpenApiDocument['paths']
    return { ...document, servers: serversOf(paths), paths }
  })
}

/** The distinct addresses of the paths, because services may share one. */
function serversOf(paths: OpenApiDocument['paths']): Server[] {
  const servers = Object.values(paths).flatMap((item) => item.servers ?? [])
  return [...Map.groupBy(servers, ({ url }) => url).values()].map(([first]) => first!)
}

function servedOnce(
  config: Addresses,
  served: (document: OpenApiDocument) => OpenApiDocument,
): ServedOpenApi {
  let document: OpenApiDocument | undefined
  return () => (document ??= served(withIssuer(readOpenApi(), config)))
}

function withoutServers({ servers: _placeholders, ...item }: PathItem): PathItem {
  return item
}

function withIssuer(document: OpenApiDocument, config: Addresses): OpenApiDocument {
  const own = securitySchemes(serviceSettings(config, 'identity').baseUrl)
  const { components } = document
  return {
    ...document,
    components: { ...components, securitySchemes: { ...components.securitySchemes, ...own } },
  }
}
