// The method of a request in traces and metrics. Node accepts some thirty, most of which only strangers send.

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Returns `_OTHER` for an unusual method, as the semantic conventions of OpenTelemetry say. */
export function methodName(method: string): string {
  return METHODS.has(method) ? method : '_OTHER'
}
