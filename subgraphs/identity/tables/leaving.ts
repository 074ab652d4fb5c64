// Exports and departures.
import type { Generated } from 'kysely'

/** A person's data, collected from all services. */
export interface ExportTable {
  id: string
  identityId: string
  askedAt: Date
  /** When all services had given their parts. */
  readyAt: Date | null
  expiresAt: Date
  bytes: Generated<number>
  /** Whether it had more than an export may hold. */
  cutOff: Generated<boolean>
  /** The services of which some did not fit. */
  incomplete: Generated<string[]>
}

export interface ExportPartTable {
  exportId: string
  service: string
  sequence: number
  name: string
  /** JSON values with commas between them. */
  rows: string
}

/** Somebody who is leaving, until nothing of them is left. */
export interface DepartureTable {
  id: string
  identityId: string
  /** The id that takes the place of theirs. */
  tombstone: string
  scrolls: 'keep' | 'erase'
  askedAt: Date
  /** Until then they may change their mind. */
  dueAt: Date
  /** When the account was closed. */
  closedAt: Date | null
  /** When the services were first asked to erase. */
  erasingSince: Date | null
  /** Usernames and addresses of the closed account, which the last step removes where others have them. */
  traces: Generated<string[]>
  /** Of the next step: those that failed. */
  attempts: Generated<number>
  nextAttemptAt: Generated<Date>
  /** When the log last said which services it waits for. */
  reportedAt: Generated<Date | null>
}

/** Names of people who left, which nobody may take until then. */
export interface DepartedUsernameTable {
  nameHash: Buffer
  until: Date
}

/** What a service has to do about a person's data: of an export, or of a departure. */
export interface PersonalDataTaskTable {
  id: string
  service: string
  exportId: string | null
  departureId: string | null
  attempts: Generated<number>
  nextAttemptAt: Date
  doneAt: Date | null
}
