// Recognizes a server that answers, and refuses the login of a service.
import { DatabaseError } from 'pg'

/** Classes of SQLSTATE: invalid authorization, no such database, no right to connect. */
const REFUSED = /^(28|3D|42)/

/** True for an error of a login with which nothing is wrong but the login: other services may still use the server. */
export function isLoginRefused(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && REFUSED.test(error.code ?? '')
}
