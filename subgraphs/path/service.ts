// What other processes know of this service without loading it.
import type { Configurable } from '#foundation/process/config.ts'

export const service = {
  name: 'path',
  settings: 'PATH',
  port: 3003,
} satisfies Configurable
