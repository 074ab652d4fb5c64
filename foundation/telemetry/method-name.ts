// The method of a request as traces and metrics show it. Node accepts some thirty, most of which nobody but a stranger sends.

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** `_OTHER` for an unusual one, as the semantic conventions of OpenTelemetry say. */
export function methodName(method: string): string {
  return METHODS.has(method) ? method : '_OTHER'
}
