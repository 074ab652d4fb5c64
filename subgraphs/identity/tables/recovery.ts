// Ways back into an account, and its lock.

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
   * When the code was made that was used: of later claims to the account none is older. Null after "this
   * was not me", which has settled that.
   */
  since: Date | null
  expiresAt: Date
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

/** Accounts whose owner said that somebody else was in them: nobody signs in until a recovery. */
export interface AccountLockTable {
  identityId: string
  lockedAt: Date
}
