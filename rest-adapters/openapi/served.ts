// GET /openapi.json: serves the committed document with the URLs of this installation.
import { readFileSync } from 'node:fs'
import {
  METHODS,
  type OpenApiDocument,
  type PathItem,
  type Server,
} from '#foundation/http/openapi.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { mapValues } from './map-values.ts'
import { securitySchemes } from './security.ts'
import { servicesOf } from './shared-paths.ts'
import { usedComponents } from './used-components.ts'

type BaseUrls = Pick<Config, 'services'>

/** Reads the document on the first call, because most processes never serve it. */
export type ServedOpenApi = () => OpenApiDocument

/** Reads schema/openapi.json. */
export function readOpenApi(): OpenApiDocument {
  const file = new URL('../../schema/openapi.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument
}

/** The document of one service, at its base URL. */
export function serviceOpenApi(
  { name, title, version }: Pick<AnySubgraph, 'name' | 'title' | 'version'>,
  config: BaseUrls,
): ServedOpenApi {
  return servedOnce(config, (document) => {
    const own = Object.entries(document.paths).filter(([, item]) => servicesOf(item).includes(name))
    const paths = mapValues(Object.fromEntries(own), (item) => ofService(item, title))
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

/** The path item with the URL of one service, and under its tag alone. */
function ofService(item: PathItem, title: string): PathItem {
  const operations = METHODS.flatMap((method) => {
    const operation = item[method]
    return operation ? [[method, { ...operation, tags: [title] }]] : []
  })
  return { ...withoutServers(item), ...(Object.fromEntries(operations) as PathItem) }
}

/** The document of all services in one process, where every base URL serves every path of one service. */
export function wholeOpenApi(config: BaseUrls): ServedOpenApi {
  const servers = [{ url: '/', description: 'This address, which serves every path.' }]
  return servedOnce(config, (document) => {
    const paths = mapValues(document.paths, (item) =>
      servicesOf(item).length > 1 ? withUrls(item, config) : withoutServers(item),
    )
    return { ...document, servers, paths }
  })
}

/** The document of all services, each with its paths only at its own base URL. */
export function scatteredOpenApi(config: BaseUrls): ServedOpenApi {
  return servedOnce(config, (document) => {
    const paths = mapValues(document.paths, (item) => withUrls(item, config))
    return { ...document, servers: serversOf(paths), paths }
  })
}

/** The path item with the URLs of its services. */
function withUrls(item: PathItem, config: BaseUrls): PathItem {
  const names = servicesOf(item)
  const servers = (item.servers ?? []).map(({ description }, index) => {
    return { url: serviceSettings(config, names[index] ?? '').baseUrl, description }
  })
  return { ...item, servers }
}

/** The distinct URLs of the paths, because services may share one. */
function serversOf(paths: OpenApiDocument['paths']): Server[] {
  const servers = Object.values(paths).flatMap((item) => item.servers ?? [])
  return [...Map.groupBy(servers, ({ url }) => url).values()].map(([first]) => first!)
}

function servedOnce(
  config: BaseUrls,
  served: (document: OpenApiDocument) => OpenApiDocument,
): ServedOpenApi {
  let document: OpenApiDocument | undefined
  return () => (document ??= served(withIssuer(readOpenApi(), config)))
}

function withoutServers({ servers: _placeholders, ...item }: PathItem): PathItem {
  return item
}

function withIssuer(document: OpenApiDocument, config: BaseUrls): OpenApiDocument {
  const own = securitySchemes(serviceSettings(config, 'identity').baseUrl)
  const { components } = document
  return {
    ...document,
    components: { ...components, securitySchemes: { ...components.securitySchemes, ...own } },
  }
}
