// The SQLSTATE of an error of PostgreSQL.

/** The SQLSTATE of an error, also one that is the cause of a `DomainError`; empty without one. */
export function sqlStateOf(error: unknown): string {
  return ownSqlState(error) || ownSqlState((error as { cause?: unknown }).cause)
}

/** The SQLSTATE of an error itself; empty without one. */
export function ownSqlState(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
