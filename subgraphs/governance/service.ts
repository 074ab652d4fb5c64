// What other processes know of this service without loading it.
import type { Configurable } from '#foundation/process/config.ts'

export const service = {
  name: 'governance',
  settings: 'GOVERNANCE',
  port: 3007,
} satisfies Configurable
