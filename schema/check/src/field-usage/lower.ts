// A breaking finding about what nobody asked for is a note.
import type { Finding } from '../finding.ts'

/**
 * Lowers a breaking finding whose coordinate nobody asked for, and no known operation uses. Findings
 * about anything but what clients ask for have no `uses`, so they never fall.
 */
export function lowered(finding: Finding): Finding {
  const { unused, ...rest } = finding
  if (!unused) return finding
  if (rest.severity !== 'breaking' || rest.final || rest.uses?.length !== 0) return rest
  const { days, from, to } = unused
  const message = `${rest.message.replace(/\.$/, '')}; unused for ${days} days: ${from} to ${to}.`
  return { ...finding, severity: 'safe', message }
}
