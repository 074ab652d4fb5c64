// Explains a problem with the certificate of a database, and the remedy.

/** OpenSSL's codes for a chain that does not end at an authority that this process trusts. */
const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
])

interface CertificateError {
  code?: unknown
  cert?: { subjectaltname?: string; subject?: { CN?: string } }
}

/** Explains a TLS error in a sentence without its full stop; undefined for any other error. */
export function certificateFault(server: string, error: Error): string | undefined {
  const { code, cert } = error as CertificateError
  if (UNKNOWN_AUTHORITY.has(String(code))) {
    const remedy = 'set sslrootcert to the file with the certificate of its authority'
    return `the certificate of ${server} is not from a known authority: ${remedy}`
  }
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${server} has expired: renew it`
  if (code === 'CERT_NOT_YET_VALID') return `the certificate of ${server} is not valid yet`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = cert?.subjectaltname ?? cert?.subject?.CN ?? 'another host'
    return `the certificate of ${server} is for ${names}: connect by that name, or renew it`
  }
  if (/does not support SSL/.test(error.message)) {
    return `${server} does not support TLS: turn on ssl there, or set sslmode=disable`
  }
  return undefined
}
