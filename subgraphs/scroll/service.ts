// What other processes know of this service without loading it.
import type { Configurable } from '#foundation/process/config.ts'

export const service = {
  name: 'scroll',
  settings: 'SCROLL',
  port: 3004,
} satisfies Configurable
