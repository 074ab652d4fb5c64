// Versions of PostgreSQL, and which of them have known security holes.
import type { Log } from '#foundation/telemetry/log.ts'

export interface Version {
  major: number
  minor: number
}

/** The oldest major version that the services support. */
export const MIN_MAJOR = 15

/** One of the latest security holes that were known when this was released. */
const HOLE = 'CVE-2026-6460'
/**
 * The minor version of each major one that closes this hole and all before it: those of 12 November 2026.
 * @see https://www.postgresql.org/support/security/ and
 * https://github.com/pgcentralfoundation/pgrx/releases/tag/v0.19.4
 */
const CLOSED_IN: Readonly<Record<number, number>> = { 15: 20, 16: 16, 17: 12, 18: 7 }

/** Reads what `postgres --version` prints. */
export function parseVersion(printed: string): Version | undefined {
  const [, major, minor = '0'] = /\(PostgreSQL\) (\d+)(?:\.(\d+))?/.exec(printed) ?? []
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) }
}

export function versionName({ major, minor }: Version): string {
  return `${major}.${minor}`
}

/** Warns of a version with known holes. */
export function warnOfHoles(version: Version, log: Log): void {
  const { major, minor } = version
  const closedIn = CLOSED_IN[major]
  if (closedIn === undefined || minor >= closedIn) return
  log.warn(
    `PostgreSQL ${versionName(version)} has known security holes, such as ${HOLE}, closed in ${major}.${closedIn}: ` +
      'set POSTGRES_BIN to a patched one (docs/operations/data-folder.md, "The embedded database").',
  )
}
