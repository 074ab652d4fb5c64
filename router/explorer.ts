// GraphiQL at the router's address, from the bundle in node_modules: nothing is loaded from elsewhere.
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Router, type RequestHandler } from 'express'
import { serviceSettings, type Config } from '#foundation/config.ts'

const WITH_SIGN_IN = `# Sign in, above on the right: as ada with demo-password, or as somebody new.
`
const WITHOUT_SIGN_IN = `# Write into Headers, below: { "Authorization": "Bearer <ACCESS_TOKEN>" }
`
const FIRST_QUERY = `query Me {
  me {
    displayName
    level
    xp
    credentials { type issuedAt }
    completedQuests { nodes { title } }
  }
  quests(first: 5) {
    nodes { id title xpReward }
    totalCount
  }
}
`

/** The client that signs people in at the explorer; without one they write a token into Headers. */
export interface ExplorerClient {
  id: string
  /** Of the authorization server. */
  issuer: string
}

export interface Explorer {
  client: ExplorerClient | undefined
  /** What it shows first. */
  document: string
}

/** That of our own supergraph: demo people sign in through the demo client. */
export function ownExplorer(config: Config): Explorer {
  if (!config.demo) return { client: undefined, document: WITHOUT_SIGN_IN + FIRST_QUERY }
  const client = { id: 'demo-web', issuer: serviceSettings(config, 'identity').baseUrl }
  return { client, document: WITH_SIGN_IN + FIRST_QUERY }
}

/** That of a supergraph of somebody else, who must not get access tokens of ours. */
export const FOREIGN_EXPLORER: Explorer = { client: undefined, document: WITHOUT_SIGN_IN }

/** Serves the explorer at `/`, and takes its codes at `/callback`. */
export function explorerRoutes(explorer: Explorer): Router {
  const { client } = explorer
  const router = Router()
  router.get(['/', '/callback'], (_req, res, next) => {
    // Whoever signs in here holds a token in the page: nobody else shows it in a frame.
    res.set({ 'X-Frame-Options': 'DENY', 'Content-Security-Policy': "frame-ancestors 'none'" })
    next()
  })
  router.get('/', serveExplorer(explorer))
  if (!client) return router
  router.get('/callback', (_req, res) => {
    // The address holds a code: nothing that the page loads may be told of it.
    res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    res.type('html').send(callbackPage(client))
  })
  for (const name of ['sign-in.js', 'sign-in.css']) {
    const content = readFileSync(new URL(`explorer/${name}`, import.meta.url))
    router.get(`/explorer/${name}`, (_req, res) => void res.type(name).send(content))
  }
  return router
}

/** Renders the page at its first visit: the bundle is 9 MB, which no start should wait for. */
function serveExplorer(explorer: Explorer): RequestHandler {
  let page: Promise<{ html: string; gzipped: Buffer }> | undefined
  return async (req, res) => {
    const { html, gzipped } = await (page ??= render(explorer))
    res.type('html').vary('Accept-Encoding')
    if (!req.acceptsEncodings('gzip')) res.send(html)
    else res.set('Content-Encoding', 'gzip').send(gzipped)
  }
}

async function render({ client, document }: Explorer) {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const rendered = renderGraphiQL({
    title: 'Ecosystem',
    endpoint: '/graphql',
    defaultQuery: document,
  })
  const html = client ? rendered.replace('<head>', () => `<head>${headOf(client)}`) : rendered
  return { html, gzipped: await promisify(gzip)(html) }
}

/** The script comes first: it stands between the explorer and `fetch`. */
function headOf({ id, issuer }: ExplorerClient): string {
  return `
      <meta name="issuer" content="${issuer}" />
      <meta name="client-id" content="${id}" />
      <link rel="stylesheet" href="/explorer/sign-in.css" />
      <script src="/explorer/sign-in.js"></script>`
}

function callbackPage(client: ExplorerClient): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Signing in</title>${headOf(client)}
  </head>
  <body class="callback">
    <main role="status">Signing in …</main>
  </body>
</html>
`
}
