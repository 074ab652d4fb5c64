// What other processes know of this service without loading it.
import type { Configurable } from '#foundation/process/config.ts'

export const service = {
  name: 'market',
  settings: 'MARKET',
  port: 3008,
} satisfies Configurable
