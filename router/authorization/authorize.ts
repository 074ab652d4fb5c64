// Decides before execution whether a caller may run an operation; the operation is refused as a whole (decision 0060).
import type { OperationDefinitionNode } from 'graphql'
import { bearerToken } from '#foundation/auth/viewer.ts'
import { forbidden, invalidToken } from '#foundation/domain/errors.ts'
import type { AdmittedOperation } from '#foundation/graphql/context.ts'
import { requiredBy } from './operation-requirements.ts'
import type { Alternatives, Requirement, Requirements } from './requirements.ts'
import type { TokenClaims, VerifyForeignToken } from './token.ts'

/**
 * Admits an operation.
 * @throws INVALID_TOKEN, INSUFFICIENT_PERMISSIONS; INTERNAL_ERROR with `retry` while tokens cannot be verified
 */
export type Authorize = (admitted: AdmittedOperation) => Promise<void>

/**
 * Creates the check. What an operation requires is computed once; an operation that requires
 * nothing is admitted with any token, or none.
 */
export function createAuthorize(requirements: Requirements, verify: VerifyForeignToken): Authorize {
  const known = new WeakMap<OperationDefinitionNode, readonly Requirement[]>()
  return async (admitted) => {
    const required = known.getOrInsertComputed(admitted.operation, () => {
      return requiredBy(requirements, admitted)
    })
    if (required.length === 0) return
    const token = bearerToken(admitted.caller.authorization)
    if (token === undefined) throw invalidToken('missing')
    const claims = await verify(token)
    for (const requirement of required) requireGranted(requirement, claims)
  }
}

/**
 * Refuses a token that does not meet a requirement.
 * @throws INSUFFICIENT_PERMISSIONS with the coordinate, and what the token lacks of the nearest alternative
 */
function requireGranted({ coordinate: field, scopes, policies }: Requirement, claims: TokenClaims) {
  const scope = missingOf(scopes, claims.scopes)
  if (scope) {
    const details = scope.names.length > 0 ? { requiredScope: scope.names.join(' ') } : {}
    throw forbidden(message(field, 'scope', scope), { field, ...details })
  }
  const policy = missingOf(policies, claims.policies)
  if (!policy) return
  const details = { field, requiredPolicies: policy.names }
  throw forbidden(message(field, 'policy', policy), details)
}

interface MissingGrant {
  /** The missing names of the nearest alternative; empty if there is no alternative. */
  names: readonly string[]
  of: Alternatives
}

function missingOf(
  required: readonly Alternatives[],
  granted: ReadonlySet<string>,
): MissingGrant | undefined {
  for (const of of required) {
    const lacking = of.map((names) => names.filter((name) => !granted.has(name)))
    if (lacking.some((names) => names.length === 0)) continue
    const [names = []] = lacking.toSorted((one, other) => one.length - other.length)
    return { names, of }
  }
  return undefined
}

function message(field: string, kind: 'scope' | 'policy', { names, of }: MissingGrant): string {
  if (names.length === 0) return `No ${kind} grants ${field}.`
  const alternatives = of.map((all) => all.join(' ')).join(', or ')
  const rule = of.length === 1 ? '' : ` It requires ${alternatives}.`
  return `The access token lacks the ${kind} ${names.join(' ')} for ${field}.${rule}`
}
