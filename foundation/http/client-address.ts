// The IP address of a client: that of its connection, or the one that a proxy in TRUST_PROXY adds to X-Forwarded-For.
import { isIP, isIPv4 } from 'node:net'
import type { Express, Request } from 'express'
import { shortened, visible } from '#foundation/domain/shown-value.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'

/**
 * Sets `req.ip` to that address. Express takes entries unchanged, but Azure adds the port of the client, and others the
 * brackets of RFC 7239. Then each connection would count as another client, and IPv6 addresses would not be recognized.
 */
export function readClientAddresses(app: Express, log: Log): void {
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  const warnings = createWarnings(log)
  Object.defineProperty(app.request, 'ip', {
    get(this: Request): string {
      const address = this.socket.remoteAddress ?? ''
      const forwarded = this.headers['x-forwarded-for'] as string | undefined
      if (forwarded === undefined || forwarded === '') return address
      if (!isTrusted(address, 0)) {
        warnings.untrusted(address)
        return address
      }
      return forwardedAddress(address, forwarded.split(','), { isTrusted, warnings })
    },
  })
}

interface ProxyTrust {
  isTrusted: (address: string, hop: number) => boolean
  warnings: Warnings
}

/**
 * Each proxy appends the address of its client. So, from the right, the first entry that is not our proxy is the
 * client, which may have sent everything to the left of it. Entries left of one without an address are ignored.
 */
function forwardedAddress(
  proxy: string,
  entries: string[],
  { isTrusted, warnings }: ProxyTrust,
): string {
  let address = proxy
  for (let hop = 1; entries.length > 0 && isTrusted(address, hop - 1); hop += 1) {
    const entry = entries.pop()!
    const next = addressOf(entry)
    if (next === undefined) {
      warnings.noAddress(address, entry)
      return address
    }
    address = next
  }
  return address
}

/** The address in an entry, without quotes, brackets and port; undefined for `unknown`, a name and the like. */
function addressOf(entry: string): string | undefined {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  if (isIP(text) !== 0) return text
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(text) ?? []
  if (inBrackets !== undefined) return isIP(inBrackets) === 6 ? inBrackets : undefined
  return beforePort !== undefined && isIPv4(beforePort) ? beforePort : undefined
}

type Warnings = ReturnType<typeof createWarnings>

const MAX_LOGGED = 100

/** Warnings for two cases in which clients share one rate limit, and only the log says why. */
function createWarnings(log: Log) {
  const logRepeatedly = createRepeatedLog()
  let hasSeenUntrusted = false
  return {
    noAddress(proxy: string, entry: string): void {
      logRepeatedly(proxy, (repeated) => {
        const text = visible(shortened(entry.trim(), MAX_LOGGED))
        log.warn({ proxy, entry: text, ...repeated }, NO_ADDRESS)
      })
    },
    untrusted(from: string): void {
      if (!hasSeenUntrusted) log.warn({ from }, UNTRUSTED)
      hasSeenUntrusted = true
    },
  }
}

const NO_ADDRESS =
  'X-Forwarded-For holds no address of a client: all requests of the proxy that wrote the entry share one rate ' +
  'limit. Configure the proxy to write the IP address of its client.'
const UNTRUSTED =
  'X-Forwarded-For does not count, because TRUST_PROXY does not contain this address. If it is your proxy, set ' +
  'TRUST_PROXY, or all clients behind it share one rate limit. This is logged once.'
