// GraphiQL at the router's address, from the bundle in node_modules: nothing is loaded from elsewhere.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RequestHandler } from 'express'

const FIRST_QUERY = `# Write into Headers, below:
#   { "Authorization": "Bearer <ACCESS_TOKEN>" }
# \`npm run -s token\` prints a token.
query Me {
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

interface Page {
  html: string
  gzipped: Buffer
}

let page: Promise<Page> | undefined

/** Renders the page at its first visit: the bundle is 9 MB, which no start should wait for. */
export const serveExplorer: RequestHandler = async (req, res) => {
  const { html, gzipped } = await (page ??= render())
  res.type('html').vary('Accept-Encoding')
  if (!req.acceptsEncodings('gzip')) res.send(html)
  else res.set('Content-Encoding', 'gzip').send(gzipped)
}

async function render(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const html = renderGraphiQL({
    title: 'Ecosystem',
    endpoint: '/graphql',
    defaultQuery: FIRST_QUERY,
  })
  return { html, gzipped: await promisify(gzip)(html) }
}
