// Limits lines of the log that requests cause, so that their number does not grow with the requests.
const EVERY_MS = 10 * 60_000

/** Whether a line about this subject is due: the first, and again every ten minutes. Subjects must be few. */
export function createLineLimit(): (subject: string) => boolean {
  const written = new Map<string, number>()
  return (subject) => {
    const at = performance.now()
    if (at - (written.get(subject) ?? -Infinity) < EVERY_MS) return false
    written.set(subject, at)
    return true
  }
}
