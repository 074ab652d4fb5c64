// Pages are served only for hosts that the settings name. Otherwise a site could let its own name lead to this
// address (DNS rebinding), and its scripts would read pages that only this machine or network reaches.
import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { serviceSettings, type Config } from '#foundation/process/config.ts'

type Addresses = Pick<Config, 'services' | 'production'>

/**
 * Refuses a request for another host name (RFC 9110, section 15.5.20) than those of the public and the internal
 * URLs of these services. `localhost` and IP addresses pass, because no DNS server decides where they lead.
 * The port does not count, as proxies drop it. In production, `X-Forwarded-Host` of a proxy in `TRUST_PROXY` counts
 * instead of `Host`. Elsewhere both must be known: many development servers pass on what a page's script has sent.
 */
export function requireKnownHost(
  config: Addresses,
  services: readonly string[] = Object.keys(config.services),
): RequestHandler {
  const urls = services
    .map((name) => serviceSettings(config, name))
    .flatMap(({ baseUrl, internalUrl }) => [baseUrl, internalUrl])
  const names = new Set(['localhost', ...urls.map((url) => new URL(url).hostname)])
  return (req, res, next) => {
    const sent = config.production ? [req.hostname] : namesSent(req)
    const isKnown = sent.every(
      (name) => name === undefined || isOfMachine(name) || names.has(plain(name)),
    )
    if (isKnown) next()
    else res.status(421).type('text').send(REFUSAL)
  }
}

/** Of `Host` and of every proxy, which adds its own to the end. */
function namesSent({ headers }: Request): string[] {
  const forwarded = headers['x-forwarded-host'] ?? []
  return [headers.host ?? [], forwarded]
    .flat()
    .flatMap((list) => list.split(','))
    .map((host) => host.trim().replace(/:\d*$/, ''))
}

/** As it is compared: in small letters, and without the dot of the root. */
function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

function isOfMachine(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

const REFUSAL = `421 Misdirected Request

This page is not served under the host name of your request.
Its name is that of the service's public URL, such as ID_BASE_URL (docs/operations.md, "Host names").
`
