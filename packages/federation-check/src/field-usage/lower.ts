// Turns breaking findings about unused elements into notes.
import type { Finding } from '../finding.ts'

/**
 * Lowers a breaking finding whose coordinate nobody requested, and no known operation uses.
 * Findings about anything that clients cannot request have no `uses`, so they stay.
 */
export function lowered(finding: Finding): Finding {
  const { unused, ...rest } = finding
  if (!unused) return finding
  if (rest.severity !== 'breaking' || rest.final || rest.uses?.length !== 0) return rest
  const { days, from, to } = unused
  const message = `${rest.message.replace(/\.$/, '')}; unused for ${days} days: ${from} to ${to}.`
  return { ...finding, severity: 'safe', message }
}
