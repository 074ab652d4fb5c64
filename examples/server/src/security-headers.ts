// What the pages of the app may do: only what this server gives them.
import helmet from 'helmet'
import type { RequestHandler } from 'express'
import type { Settings } from './settings.ts'

export function securityHeaders({ appUrl, issuer }: Settings): RequestHandler {
  const isSecure = appUrl.protocol === 'https:'
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // Pictures of people come from the ID service.
        imgSrc: ["'self'", 'data:', issuer.origin],
        // Signing out is a form that leads to the ID service.
        formAction: ["'self'", issuer.origin],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isSecure,
    referrerPolicy: { policy: 'same-origin' },
    // Pictures of the ID service come without the header that this would ask for.
    crossOriginEmbedderPolicy: false,
  })
}
