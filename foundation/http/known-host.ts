// Serves pages only for hosts that the settings name. Otherwise a site could point its own name at this server's IP
// address (DNS rebinding), and its scripts could read pages that only this machine or network can reach.
import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { serviceSettings, type Config } from '#foundation/process/config.ts'

type KnownUrls = Pick<Config, 'services' | 'production'>

/**
 * Refuses a request (RFC 9110, section 15.5.20) unless its host is in a public or internal URL of these services.
 * `localhost` and IP addresses pass, because no DNS server decides where they lead. The port is ignored, because
 * proxies drop it. In production, `X-Forwarded-Host` of a proxy in `TRUST_PROXY` replaces `Host`. Elsewhere both must
 * be known, because many development servers forward headers of a page's script.
 */
export function requireKnownHost(
  config: KnownUrls,
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

/** The names in `Host` and in `X-Forwarded-Host`, to which every proxy appends one. */
function namesSent({ headers }: Request): string[] {
  const forwarded = headers['x-forwarded-host'] ?? []
  return [headers.host ?? [], forwarded]
    .flat()
    .flatMap((list) => list.split(','))
    .map((host) => host.trim().replace(/:\d*$/, ''))
}

/** Normalizes a host name: lower case, without the trailing dot. */
function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

function isOfMachine(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

const REFUSAL = `421 Misdirected Request

This page is not served under the host name of your request.
Its name is that of the service's public URL, such as ID_BASE_URL (docs/operations/proxy.md, "Host names").
`
