// Decides whether a client already has the content (RFC 9110, section 13.1.2).
import type { Express, Request } from 'express'

/**
 * Makes `req.fresh` depend on the ETag alone. Express also treats `Cache-Control: no-cache` as a request for the whole
 * content, although it asks for this comparison (RFC 9111, section 5.2.1.4), and `fetch` of browsers and of Node adds
 * it to each conditional request.
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

/** Removes the mark of a weak ETag, because the weak comparison ignores it (section 8.8.3.2). */
function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
