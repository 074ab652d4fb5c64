// Pages are served only for hosts that the settings name. Otherwise a site could let its own name lead to this
// address (DNS rebinding), and its scripts would read pages that only this machine or network reaches.
import { isIP } from 'node:net'
import type { RequestHandler } from 'express'
import { serviceSettings, type Config } from '#foundation/process/config.ts'

type Addresses = Pick<Config, 'services'>

/**
 * Refuses a request for another host name (RFC 9110, section 15.5.20) than those of the public and the internal
 * URLs of these services. `localhost` and IP addresses pass, because no DNS server decides where they lead.
 * The port does not count, as proxies drop it. Behind `TRUST_PROXY`, `X-Forwarded-Host` counts instead of `Host`.
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
    const name = req.hostname?.toLowerCase().replace(/\.$/, '')
    if (name === undefined || names.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0) next()
    else res.status(421).type('text').send(REFUSAL)
  }
}

const REFUSAL = `421 Misdirected Request

This page is not served under the host name of your request.
Its name is that of the service's public URL, such as ID_BASE_URL (docs/operations.md, "Host names").
`
