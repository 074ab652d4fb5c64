// GET /docs: serves Swagger UI over /openapi.json from the bundle in node_modules. Nothing is loaded
// from other origins.
import { readFileSync } from 'node:fs'
import { Router, type RequestHandler } from 'express'
import { createAsset, type Asset } from '#foundation/http/asset.ts'
import {
  assetBeside,
  demoClient,
  pageHandler,
  DEVELOPER_PATHS,
  sharedRoutes,
  type DeveloperPage,
  type PageAssets,
  type PageClient,
} from '#foundation/http/developer-page.ts'
import { requireKnownHost } from '#foundation/http/known-host.ts'
import type { OpenApiDocument } from '#foundation/http/openapi.ts'
import type { Config } from '#foundation/process/config.ts'
import type { ServedOpenApi } from './openapi/served.ts'

/** The documentation of one service at its own URL, with its sign-in settings. */
export function serviceDocs(name: string, document: ServedOpenApi, config: Config): Router {
  const client = demoClient(config)
  const router = Router()
  router.use(DEVELOPER_PATHS, requireKnownHost(config, [name]))
  router.use(sharedRoutes(client))
  router.use(docsRoutes(document, client, {}))
  return router
}

/** Serves the documentation of `document`; `links` are the other pages, by name. */
export function docsRoutes(
  document: ServedOpenApi,
  client: PageClient | undefined,
  links: DeveloperPage['links'],
): Router {
  const router = Router()
  let assets: PageAssets | undefined
  // The assets are read on the first request, because most processes never get one.
  const load = () => (assets ??= readAssets())
  const page = () =>
    Promise.resolve({
      title: 'REST',
      client,
      services: urlsOf(document()),
      links,
      assets: load(),
      content: '<main id="docs"></main>',
    })
  router.get('/docs', pageHandler(page))
  for (const name of NAMES) router.get(`/docs/${name}`, handlerFrom(load, name))
  return router
}

const BUNDLE = {
  'swagger-ui.css': 'swagger-ui.css',
  'swagger-ui.js': 'swagger-ui-bundle.js',
} as const
const NAMES = ['swagger-ui.css', 'swagger-ui.js', 'docs.css', 'docs.js']

function readAssets(): PageAssets {
  const bundled = (name: keyof typeof BUNDLE) => {
    const file = new URL(import.meta.resolve(`swagger-ui-dist/${BUNDLE[name]}`))
    return createAsset(`/docs/${name}`, name, readFileSync(file))
  }
  const own = (name: string) => assetBeside('/docs', name, new URL('docs/', import.meta.url).href)
  return {
    styles: [bundled('swagger-ui.css'), own('docs.css')],
    bundles: [bundled('swagger-ui.js')],
    modules: [own('docs.js')],
  }
}

function handlerFrom(load: () => PageAssets, name: string): RequestHandler {
  return (req, res, next) => {
    const asset = Object.values<readonly Asset[]>({ ...load() })
      .flat()
      .find(({ path }) => path === `/docs/${name}`)!
    return asset.handler(req, res, next)
  }
}

/** The base URLs in the document, except the one it is served at. */
function urlsOf({ paths, servers }: OpenApiDocument): string[] {
  const all = [...servers, ...Object.values(paths).flatMap((item) => item.servers ?? [])]
  return [...new Set(all.map(({ url }) => url))].filter((url) => url !== '/')
}
