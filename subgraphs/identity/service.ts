// What other processes know of this service without loading it.
import type { Configurable } from '#foundation/process/config.ts'

export const service = {
  name: 'identity',
  settings: 'ID',
  port: 7000,
} satisfies Configurable
