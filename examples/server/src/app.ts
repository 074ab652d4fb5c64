// The backend-for-frontend: signs people in, forwards GraphQL with their token, and serves the app.
import { constants } from 'node:zlib'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Express } from 'express'
import { accountPages } from './account-pages.ts'
import { appFiles } from './app-files.ts'
import type { Streams } from './connections.ts'
import { requireCsrfHeader, requireOwnOrigin } from './csrf.ts'
import { graphqlProxy } from './graphql-proxy.ts'
import { createOpenId } from './openid.ts'
import { securityHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'
import { signInRoutes } from './sign-in.ts'

export function createApp(settings: Settings, streams: Streams): Express {
  const openId = createOpenId(settings)
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', settings.trustProxy ?? false)
  app.use(securityHeaders(settings))
  // Streams stay as they are: the router marks them with `Cache-Control: no-transform`. With Brotli's default quality
  // here, 4, scripts would be larger than with gzip.
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } } }))
  app.get('/healthz', (_, res) => void res.json({ status: 'ok' }))
  app.use(signInRoutes(settings, openId))
  app.use(accountPages(settings))
  app.post(
    '/graphql',
    requireOwnOrigin(settings),
    requireCsrfHeader,
    graphqlProxy({ settings, openId, streams }),
  )
  if (settings.appFolder !== undefined) app.use(appFiles(settings, openId, settings.appFolder))
  app.use(report)
  return app
}

/** Express calls this with four parameters. */
const report: ErrorRequestHandler = (error: Error & { status?: number }, req, res, next) => {
  // The browser has left.
  if (res.headersSent || res.destroyed) return next(error)
  const status = error.status ?? 502
  if (status >= 500) console.error(`${req.method} ${req.path}: ${error.message}`, error.cause ?? '')
  const details = { retry: status >= 500 }
  const message = 'The service is away. Try again.'
  res
    .status(status)
    .json({ errors: [{ message, extensions: { code: 'INTERNAL_ERROR', details } }] })
}
