// Serves the contact for reports of vulnerabilities (RFC 9116).
import type { RequestHandler } from 'express'

/** Readers fetch the file again before it expires. */
const VALID_MS = 30 * 24 * 3_600_000

/** Handles `/.well-known/security.txt`. @param contact a URI: mailto:, https: or tel: */
export function securityTxt(contact: string): RequestHandler {
  return (_req, res) => {
    const expires = new Date(Date.now() + VALID_MS).toISOString()
    res.type('text/plain').send(`Contact: ${contact}\nExpires: ${expires}\n`)
  }
}
