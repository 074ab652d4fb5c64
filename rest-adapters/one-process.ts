// Handles the paths that every service has, at the router's URL when all services run in one process.
import { Router, type RequestHandler } from 'express'
import { DomainError } from '#foundation/domain/errors.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'

/** Refuses these paths with NOT_FOUND, and says where each service serves them. */
export function refusePathsOfEachService(
  subgraphs: readonly Pick<AnySubgraph, 'name' | 'routes'>[],
  config: Pick<Config, 'services'>,
): RequestHandler {
  const router = Router()
  const rows = subgraphs.flatMap(({ name, routes = [] }) =>
    routes.filter((row) => row.ofEachService).map(({ path }) => ({ name, path })),
  )
  for (const [path, found] of Map.groupBy(rows, (row) => row.path)) {
    const addresses = Object.fromEntries(
      found.map(({ name }) => [name, `${serviceSettings(config, name).baseUrl}${path}`]),
    )
    const message = `Each service has ${path}: send the request to the address of one of them.`
    router.all(path, () => {
      throw new DomainError('NOT_FOUND', message, { addresses })
    })
  }
  return router
}
