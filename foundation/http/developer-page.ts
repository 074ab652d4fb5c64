// The pages for developers (explorer, REST documentation): a shared header, sign-in and content security policy,
// which loads nothing from other origins.
import { readFileSync } from 'node:fs'
import { Router, type RequestHandler, type Response } from 'express'
import { createAsset, createContent, type Asset, type Content } from '#foundation/http/asset.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'

/** The client that signs people in at these pages; without one they paste a token. */
export interface PageClient {
  id: string
  /** The issuer of the authorization server. */
  issuer: string
}

/** Demo people sign in through the demo client. Without demo data there is no client. */
export function demoClient(config: Pick<Config, 'demo' | 'services'>): PageClient | undefined {
  if (!config.demo) return undefined
  return { id: 'demo-web', issuer: serviceSettings(config, 'identity').baseUrl }
}

export interface PageAssets {
  styles: readonly Asset[]
  /** Third-party scripts, which define a global. */
  bundles: readonly Asset[]
  /** Our own scripts, which run after the bundles. */
  modules: readonly Asset[]
}

export interface DeveloperPage {
  title: string
  client: PageClient | undefined
  /** Base URLs of other origins that the page calls with the user's token. */
  services: readonly string[]
  /** The URLs of the other pages, by name. */
  links: Readonly<Record<string, string>>
  assets: PageAssets
  /** The HTML between the bar and the scripts. */
  content: string
}

/** Sends the page with its content security policy. */
export function pageHandler(load: () => Promise<DeveloperPage>): RequestHandler {
  let made: Promise<{ content: Content; policy: string }> | undefined
  const make = async () => {
    const page = await load()
    return { content: createContent('html', render(page)), policy: policyOf(page) }
  }
  return async (req, res) => {
    const { content, policy } = await (made ??= make())
    protect(res, policy)
    await content.send(req, res, 'no-cache')
  }
}

/** The paths of these pages and their files, besides the root of the router. */
export const DEVELOPER_PATHS = ['/callback', '/developer', '/docs', '/explorer']

/** The parts that these pages share: script and style of the bar, and the OAuth callback page. */
export function sharedRoutes(client: PageClient | undefined): Router {
  const router = Router()
  router.get(BAR.path, BAR.handler)
  if (!client) return router
  router.get(SIGN_IN.path, SIGN_IN.handler)
  router.get('/callback', (_req, res) => sendCallback(res, client))
  return router
}

/** An asset below the folder `at`, beside the calling module. */
export function assetBeside(at: string, name: string, module: string): Asset {
  return createAsset(`${at}/${name}`, name, readFileSync(new URL(name, module)))
}

const HERE = new URL('developer-page/', import.meta.url).href
const BAR = assetBeside('/developer', 'bar.css', HERE)
const SIGN_IN = assetBeside('/developer', 'sign-in.js', HERE)

function protect(res: Response, policy: string): void {
  // The page holds its user's token, so no other page may frame it.
  res.set({ 'X-Frame-Options': 'DENY', 'Content-Security-Policy': policy })
}

function sendCallback(res: Response, client: PageClient): void {
  protect(res, policyOf({ client, services: [] }))
  // The URL contains a code, which must not leak as a referrer.
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  const assets = { styles: [BAR], bundles: [], modules: [] }
  const head = headOf({ title: 'Signing in', client, services: [], assets })
  const body = '<body class="callback"><main role="status">Signing in …</main></body>'
  res.type('html').send(`<!doctype html>\n<html lang="en">${head}${body}</html>\n`)
}

/** The content security policy. The editor and Swagger UI add inline styles; scripts are only loaded from files. */
function policyOf({ client, services }: Pick<DeveloperPage, 'client' | 'services'>): string {
  const called = [...services, ...(client ? [client.issuer] : [])].map((url) => new URL(url).origin)
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...new Set(called)].join(' ')}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function render(page: DeveloperPage): string {
  const { assets, content, links, title } = page
  const styles = [BAR, ...assets.styles]
  const items = Object.entries(links).map(([name, href]) => `<a href="${href}">${name}</a>`)
  return `<!doctype html>
<html lang="en">
${headOf({ ...page, assets: { ...assets, styles } })}
  <body>
    <header class="bar">
      <p><strong>Ecosystem</strong> <span>${title}</span></p>
      <nav aria-label="Other pages">${items.join(' ')}</nav>
    </header>
    ${content}
  </body>
</html>
`
}

/** The head of a page. The sign-in script comes first, because it wraps `fetch`. */
function headOf({
  title,
  client,
  services,
  assets,
}: Pick<DeveloperPage, 'title' | 'client' | 'services' | 'assets'>): string {
  const metas = client
    ? { issuer: client.issuer, 'client-id': client.id, services: services.join(' ') }
    : {}
  return `  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Ecosystem</title>
    <link rel="icon" href="data:," />
    ${[
      ...Object.entries(metas).map(([name, held]) => `<meta name="${name}" content="${held}" />`),
      ...assets.styles.map(({ url }) => `<link rel="stylesheet" href="${url}" />`),
      ...(client ? [moduleOf(SIGN_IN)] : []),
      ...assets.bundles.map(({ url }) => `<script defer src="${url}"></script>`),
      ...assets.modules.map(moduleOf),
    ].join('\n    ')}
  </head>`
}

function moduleOf({ url }: Asset): string {
  return `<script type="module" src="${url}"></script>`
}
