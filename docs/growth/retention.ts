// Which tables a retention time bounds, from the settings and constants of the code.
import { readDomainSettings } from '#foundation/process/domain-settings.ts'
import { KEY_LIFETIME_MS } from '#foundation/idempotency/keys.ts'
import { EXPIRING } from '../../subgraphs/identity/domain/maintenance/expiry.ts'
import type { TableSize } from './month.ts'

const DAY_MS = 86_400_000
/** It decides no retention time. */
const ID_SERVICE = { baseUrl: 'http://localhost:7000' }

interface Retention {
  days: number
  text: string
}

/** Undefined for a history, which is kept for good. */
export function retentionOf({ schema, name }: TableSize): Retention | undefined {
  if (name === 'events') {
    const { eventRetentionDays: days } = readDomainSettings({}, ID_SERVICE, false)
    return { days, text: `${days} days: \`EVENT_RETENTION_DAYS\`` }
  }
  if (name === 'idempotency_keys') return fixed(KEY_LIFETIME_MS)
  const expiring = schema === 'identity' ? EXPIRING.find(({ table }) => table === name) : undefined
  return expiring && fixed(expiring.keptMs)
}

function fixed(ms: number): Retention {
  const days = ms / DAY_MS
  return { days, text: days === 0 ? 'until it expires' : `${days} day${days === 1 ? '' : 's'}` }
}
