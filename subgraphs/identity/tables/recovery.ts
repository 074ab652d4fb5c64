// Ways back into an account, and its lock.
import type { Generated } from 'kysely'

export interface PasswordResetTable {
  identityId: string
  /** SHA-256 of the token in the link. */
  tokenHash: Buffer
  expiresAt: Date
}

/** A password that is being set by what somebody proved on a page, apart from links that anybody can ask for. */
export interface RecoveryTable {
  identityId: string
  /** SHA-256 of the token. */
  tokenHash: Buffer
  /**
   * When the account got what was proved, such as a code: of later claims none is older. Null after "this was
   * not me", which has settled that, and for a claim to which nobody objected.
   */
  since: Date | null
  expiresAt: Date
  /** Whether a claim to the account opened it. */
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

/** The link "this was not me" of a notice. */
export interface DisavowalTable {
  tokenHash: Buffer
  identityId: string
  /** Where the notice went. */
  address: string
  /** A week after the cause of the notice. */
  expiresAt: Date
  /** The notice, which may be sent again. */
  mailId: string | null
}

/**
 * Accounts whose owner said that somebody else was in them: nobody signs in until a recovery. With a claim if they
 * said so at an address that is not the account's any more.
 */
export interface AccountLockTable {
  identityId: string
  lockedAt: Date
  /** Where the notice went whose link was followed. */
  claimAddress: Generated<string | null>
  /** The cause of that notice: what is older decides. */
  causedAt: Generated<Date | null>
  claimedAt: Generated<Date | null>
  /** When the claim opens the account if nobody objects. */
  opensAt: Generated<Date | null>
  /** When somebody objected who could not prove anything older. */
  disputedAt: Generated<Date | null>
}

/** A link to the page of a claim, for somebody that it concerns. */
export interface ClaimLinkTable {
  identityId: string
  /** An address, or `sign-in` for who tried to sign in. */
  recipient: string
  /** SHA-256 of the token. */
  tokenHash: Buffer
  /** Whether it was the link "this was not me" of a notice, of which an address may have several. */
  ofNotice: Generated<boolean>
}
