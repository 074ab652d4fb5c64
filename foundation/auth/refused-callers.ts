// Counts and logs requests whose service token is refused: a process with another secret or clock, or a stranger.
import { decodeJwt } from 'jose'
import type { ServiceTokenFault } from '#foundation/domain/errors.ts'
import type { Config } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { refusedServiceTokens } from '#foundation/telemetry/metrics.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'

export interface RefusedCaller {
  token: string
  fault: ServiceTokenFault
  address: string
}

const HINTS: Record<ServiceTokenFault, string> = {
  secret:
    'a service token is refused: give this process and its peer the same SERVICE_SECRET, unless a stranger sent it',
  clock:
    'a service token is refused, because it has expired: synchronize the clocks of this process and its peer (SERVICE_SECRET is the same)',
}

/**
 * Returns a function that logs a refused caller, at most once a minute for each service. Anybody can send a token
 * with any name in it, so only the names of services are logged.
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
