// What other processes know of this service without loading it.
import type { Configurable } from '#foundation/process/config.ts'

export const service = {
  name: 'guild',
  settings: 'GUILD',
  port: 3009,
} satisfies Configurable
