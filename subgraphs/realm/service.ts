// What other processes know of this service without loading it.
import type { Configurable } from '#foundation/process/config.ts'

export const service = {
  name: 'realm',
  settings: 'REALM',
  // No port is documented for it; this one is free within the range.
  port: 3006,
} satisfies Configurable
