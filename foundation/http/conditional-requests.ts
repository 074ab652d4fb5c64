// Whether a client has the content already (RFC 9110, section 13.1.2).
import type { Express, Request } from 'express'

/**
 * Makes `req.fresh` depend on the ETag alone. Express's also asks for the content again because of
 * `Cache-Control: no-cache`, which asks for this very comparison (RFC 9111, section 5.2.1.4), and which `fetch` of
 * browsers and of Node adds to each conditional request.
 */
export function compareETags(app: Express): void {
  Object.defineProperty(app.request, 'fresh', {
    get(this: Request): boolean {
      if (this.method !== 'GET' && this.method !== 'HEAD') return false
      const { statusCode } = this.res!
      const etag = this.res!.get('ETag')
      const sent = this.get('If-None-Match')
      if (statusCode !== 200 || sent === undefined) return false
      if (sent.trim() === '*') return true
      return etag !== undefined && sent.split(',').some((one) => opaque(one) === opaque(etag))
    },
  })
}

/** Weak comparison: whether either is weak does not matter (section 8.8.3.2). */
function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
