// Metrics that no test reads.
import { Registry } from 'prom-client'
import { createGatewayMetrics } from '../metrics.ts'

export const unreadMetrics = createGatewayMetrics(new Registry())
