// Counts and logs requests whose service token is refused: a process with another secret or clock, or a stranger.
import { decodeJwt } from 'jose'
import type { ServiceTokenFault } from '#foundation/domain/errors.ts'
import type { Config } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { refusedServiceTokens } from '#foundation/telemetry/metrics.ts'
import { createRepeatedLog } from '#foundation/telemetry/repeated-log.ts'

export interface RefusedCaller {
  token: string
  fault: ServiceTokenFault
  address: string
}

const HINTS: Record<ServiceTokenFault, string> = {
  secret:
    'a service token is refused: give this process and its peer the same SERVICE_SECRET, unless a stranger sent it',
  clock:
    'a service token is refused, because it has expired: set the clocks of this process and its peer (SERVICE_SECRET is the same)',
}

/**
 * A function that notes a refused caller. Anybody can send such a token and write any name into it, so the line
 * has names of services only, and comes at most once a minute for each.
 */
export function createRefusedCallers({ services }: Pick<Config, 'services'>, log: Log) {
  const logRepeatedly = createRepeatedLog()
  const names = new Set(['router', ...Object.keys(services)])
  return ({ token, fault, address }: RefusedCaller): void => {
    refusedServiceTokens.inc({ reason: fault })
    const issuer = issuerOf(token)
    const peer = issuer !== undefined && names.has(issuer) ? issuer : 'unknown'
    logRepeatedly(`${peer} ${fault}`, (repeated) => {
      log.warn({ peer, reason: fault, address, ...repeated }, HINTS[fault])
    })
  }
}

/** The service that the token names, without proof. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}
