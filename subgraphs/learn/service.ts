// What other processes know of this service without loading it.
import type { Configurable } from '#foundation/process/config.ts'

export const service = {
  name: 'learn',
  settings: 'LEARN',
  port: 3005,
} satisfies Configurable
