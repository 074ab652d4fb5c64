// Generates one OpenAPI 3.1 document from the route tables and other endpoints of services.
import type { GraphQLSchema } from 'graphql'
import type {
  Components,
  OpenApiDocument,
  OpenApiPart,
  PathItem,
  Server,
} from '#foundation/http/openapi.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import type { Route } from '#foundation/service/route.ts'
import { createComponentSchemas, type ComponentSchemas } from './component-schemas.ts'
import { ERROR_RESPONSES } from './errors.ts'
import { withExampleBodies } from './example-bodies.ts'
import { EXAMPLE_VALUES } from './example-values.ts'
import { HEADERS } from './headers.ts'
import { mapValues } from './map-values.ts'
import { operationOf } from './operation.ts'
import { KEY_PARAMETERS, PAGE_PARAMETERS } from './parameters.ts'
import { securitySchemes } from './security.ts'
import { mergedPaths } from './shared-paths.ts'

/** A service with the schema that its rows run on. */
export interface DocumentedService {
  subgraph: Pick<
    AnySubgraph,
    'name' | 'title' | 'version' | 'port' | 'settings' | 'openApi' | 'examples'
  >
  schema: GraphQLSchema
  routes: readonly Route[]
}

const DESCRIPTION = `The REST paths of the services, and the OAuth endpoints of the ID service.
Each path is served at the base address of its service.`

/**
 * The document of all services, with their documented URLs.
 * @throws if a row cannot be documented
 */
export function openApiDocument(services: readonly DocumentedService[]): OpenApiDocument {
  const examples = services.map(({ subgraph }) => subgraph.examples ?? {})
  const schemas = createComponentSchemas(merged([EXAMPLE_VALUES, ...examples]))
  const paths = mergedPaths(services.map((service) => pathsOf(service, schemas)))
  const parts = services.map(({ subgraph }) => subgraph.openApi?.components ?? {})
  return withExampleBodies({
    openapi: '3.1.1',
    info: { title: 'Ecosystem', version: '3.0', description: DESCRIPTION },
    servers: [placeholder('router', 'The router, where all services run in one process', 4000)],
    tags: services.map(({ subgraph: { title, version } }) => ({
      name: title,
      description: `Version ${version}.`,
    })),
    paths,
    components: componentsOf(schemas.all, parts),
  })
}

function componentsOf(
  schemas: Components['schemas'],
  parts: readonly OpenApiPart['components'][],
): Components {
  return {
    schemas: merged([schemas, ...parts.map((part) => part.schemas ?? {})]),
    responses: merged([ERROR_RESPONSES, ...parts.map((part) => part.responses ?? {})]),
    parameters: { ...PAGE_PARAMETERS, ...KEY_PARAMETERS },
    headers: HEADERS,
    securitySchemes: merged([
      securitySchemes('http://localhost:7000'),
      ...parts.map((part) => part.securitySchemes ?? {}),
    ]),
  }
}

function pathsOf(
  { routes, schema, subgraph }: DocumentedService,
  components: ComponentSchemas,
): Record<string, PathItem> {
  const { name, openApi, port, settings, title } = subgraph
  const own = { 'x-service': name, servers: [placeholder(settings.toLowerCase(), title, port)] }
  const rows = Map.groupBy(routes, ({ path }) => path.replace(/:(\w+)/g, '{$1}'))
  const items = mapValues(Object.fromEntries(rows), (methods): PathItem => {
    const source = { schema, components }
    return Object.fromEntries(methods.map((row) => [row.method, operationOf(source, row, title)]))
  })
  return mapValues(merged([items, openApi?.paths ?? {}]), (item) => ({ ...own, ...item }))
}

/** A documented base URL, such as `{path_base_url}`. */
function placeholder(prefix: string, description: string, port: number): Server {
  const name = `${prefix}_base_url`
  const variable = { default: `http://localhost:${port}`, description: 'The base address.' }
  return { url: `{${name}}`, description, variables: { [name]: variable } }
}

/** Merges records. @throws if two have a key in common */
function merged<T>(parts: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  const entries = parts.flatMap((part) => Object.entries(part))
  const names = new Set(entries.map(([name]) => name))
  if (names.size === entries.length) return Object.fromEntries(entries)
  throw new Error('Two services document the same name.')
}
