// Recognizes that a server refuses the login of a service.
import { DatabaseError } from 'pg'

/** Classes of SQLSTATE: invalid authorization, no such database, no right to connect. */
const REFUSED = /^(28|3D|42)/

/** True if the server refused a login. The server itself works, and other services may still use it. */
export function isLoginRefused(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && REFUSED.test(error.code ?? '')
}
