// The tables of account recovery and of locks.
import type { Generated } from 'kysely'

export interface PasswordResetTable {
  identityId: string
  /** SHA-256 of the token in the link. */
  tokenHash: Buffer
  expiresAt: Date
}

/** A password reset after a proof on a page, separate from links that anybody can request. */
export interface RecoveryTable {
  identityId: string
  /** SHA-256 of the token. */
  tokenHash: Buffer
  /**
   * When the proof, such as a code, was added to the account: no later claim is older. Null after "this was not me",
   * and for a claim without objection.
   */
  since: Date | null
  expiresAt: Date
  /** Whether a claim opened the account. */
  byClaim: Generated<boolean>
}

export interface AdministratorCodeTable {
  identityId: string
  /** SHA-256 of the code. */
  codeHash: Buffer
  expiresAt: Date
}

export interface RecoveryCodeTable {
  identityId: string
  /** SHA-256 of the code. */
  codeHash: Buffer
  createdAt: Date
}

/** The "this was not me" link of a notice. */
export interface DisavowalTable {
  tokenHash: Buffer
  identityId: string
  /** The recipient of the notice. */
  address: string
  /** A week after the cause of the notice. */
  expiresAt: Date
  /** The notice, which may be sent again. */
  mailId: string | null
  /** The hash of the password that ended the claim of this link, which then locks the account only with it. */
  passwordHash: Generated<string | null>
  /** When the cause of that claim happened. */
  causedAt: Generated<Date | null>
}

/**
 * Locked accounts: nobody can sign in until a recovery. With a claim if the report came from an earlier address
 * of the account.
 */
export interface AccountLockTable {
  identityId: string
  lockedAt: Date
  /** The earlier address. */
  claimAddress: Generated<string | null>
  /** When the cause of that notice happened. Older proofs decide the claim. */
  causedAt: Generated<Date | null>
  claimedAt: Generated<Date | null>
  /** When the claim opens the account if nobody objects. */
  opensAt: Generated<Date | null>
  /** When somebody objected without an older proof. */
  disputedAt: Generated<Date | null>
  /** Whether both sides have proved the password, which then decides nothing. */
  contested: Generated<boolean>
}

/** A link to the page of a claim. */
export interface ClaimLinkTable {
  identityId: string
  /** An address, or `sign-in` for somebody who tried to sign in. */
  recipient: string
  /** SHA-256 of the token. */
  tokenHash: Buffer
  /** Whether it is the "this was not me" link of a notice; an address may have several of these. */
  ofNotice: Generated<boolean>
}
