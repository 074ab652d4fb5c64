// Serves metrics at a port of their own, besides those of the services.
import express, { type Express } from 'express'
import { Registry } from 'prom-client'
import { closeApp, onlyMethods, sharedWork } from '#foundation/http/app.ts'
import { compressed } from '#foundation/http/compression.ts'
import { listen } from '#foundation/http/listen.ts'
import { identifyRequest } from '#foundation/http/observed-request.ts'
import { metricsAddresses } from '#foundation/process/ports.ts'
import type { ServerRuntime } from '#foundation/service/runtime.ts'
import { mergedMetrics } from '#foundation/telemetry/metrics/merged-metrics.ts'

/** Serves the metrics of all servers of the process where the settings say. @throws as `listen` */
export async function publishMetrics(runtime: ServerRuntime): Promise<AsyncDisposable> {
  await using resources = new AsyncDisposableStack()
  const { config, http } = runtime
  const { metricsPort, responseStallMs } = http
  for (const address of metricsAddresses(config.host, metricsPort)) {
    const server = await listen(metricsApp(runtime), { ...address, responseStallMs })
    resources.defer(() => server.drain())
  }
  return resources.move()
}

/** An app that serves only metrics, so that nothing else can be reached at their port. */
function metricsApp({ log, registries }: ServerRuntime): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use((req, _res, next) => {
    identifyRequest(req, log)
    next()
  })
  const write = sharedWork(() => mergedMetrics(registries()))
  app
    .route('/metrics')
    .get(compressed, async (_req, res) => {
      res.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await write())
    })
    .all(onlyMethods(['GET']))
  closeApp(app)
  return app
}
