// The tables of exports and departures.
import type { Generated } from 'kysely'

/** A person's data, collected from all services. */
export interface ExportTable {
  id: string
  identityId: string
  askedAt: Date
  /** When all services had finished. */
  readyAt: Date | null
  expiresAt: Date
  bytes: Generated<number>
  /** Whether parts were left out because of the size limit. */
  cutOff: Generated<boolean>
  /** The services whose parts are incomplete. */
  incomplete: Generated<string[]>
}

export interface ExportPartTable {
  exportId: string
  service: string
  sequence: number
  name: string
  /** JSON values separated by commas. */
  rows: string
}

/** A person who is leaving, until everything about them is erased. */
export interface DepartureTable {
  id: string
  identityId: string
  /** The id that replaces the person's. */
  tombstone: string
  scrolls: 'keep' | 'erase'
  askedAt: Date
  /** When the account is to be closed. Until then, the person can withdraw the request. */
  dueAt: Date
  /** When the account was closed. */
  closedAt: Date | null
  /** When the services first got the task to erase. */
  erasingSince: Date | null
  /** Usernames, wallets and the e-mail address of the closed account, to be erased from data about others. */
  traces: Generated<string[]>
  /** Failed attempts at the next step. */
  attempts: Generated<number>
  nextAttemptAt: Generated<Date>
  /** When the log last named the services that it waits for. */
  reportedAt: Generated<Date | null>
}

/** Usernames of people who left, as hashes, reserved until `until`. */
export interface DepartedUsernameTable {
  nameHash: Buffer
  until: Date
}

/** A task of a service about a person's data, for an export or a departure. */
export interface PersonalDataTaskTable {
  id: string
  service: string
  exportId: string | null
  departureId: string | null
  attempts: Generated<number>
  nextAttemptAt: Date
  doneAt: Date | null
}
