// Routes of documents that describe the API.
import { Router } from 'express'
import { onlyMethods } from '#foundation/http/app.ts'
import { createContent, type Content } from '#foundation/http/asset.ts'

/** Serves a document at a path without authentication or rate limit, e.g. at /openapi.json. */
export function documentRoutes(path: string, document: () => object): Router {
  let content: Content | undefined
  const load = () => (content ??= createContent('json', JSON.stringify(document())))
  const router = Router()
  router
    .route(path)
    .get((req, res) => load().send(req, res, 'public, max-age=300'))
    .all(onlyMethods(['GET']))
  return router
}
