// The authorization endpoint: from a client's request to a page, and back with a code (RFC 6749, 3.1).
import { isOpenToAnyProgram } from '../../domain/clients/redirect-uri.ts'
import {
  authorizationUrl,
  knownParameters,
  readAuthorizationRequest,
  readRedirection,
  type AuthorizationRequest,
} from '../authorization-request.ts'
import type { AuthorizationResult } from '../authorization-result.ts'
import { runChecks } from '../checks/run-checks.ts'
import { chargeAddressOf } from '../client-authentication.ts'
import { OAuthError } from '../oauth-error.ts'
import type { Parameters } from '../parameters.ts'
import { pushedParameters } from '../pushed-request.ts'
import { bodyParameters } from '../request-body.ts'
import type { RequestContext } from '../request-context.ts'
import { grantAgain, type Authorization } from './grant-access.ts'

/** POST: validates the request and redirects the browser to its start. Errors are JSON (contract). */
export async function beginAuthorization(request: RequestContext): Promise<void> {
  const { res, server } = request
  const sent = await readValid(request).catch(async (error: unknown) => {
    // A valid request stores nothing, so only the GET that follows counts.
    if (error instanceof OAuthError) await chargeAddressOf(request)
    throw error
  })
  res.redirect(303, authorizationUrl(server, knownParameters(sent)))
}

/** The parameters of the body. @throws the error of an invalid request */
async function readValid(request: RequestContext): Promise<Parameters> {
  const { ctx } = request
  const sent = await bodyParameters(request)
  const parameters = await pushedParameters(ctx, sent)
  const redirection = await readRedirection(ctx, parameters)
  readAuthorizationRequest(redirection, parameters)
  return sent
}

/** GET: the start in the browser, and the return after each page. @throws OAuthError, which is sent to the client */
export async function authorize(request: Authorization): Promise<AuthorizationResult> {
  const { authorization } = request
  const silent = authorization.prompts.includes('none')
  const checked = await runChecks('authorize', request)
  if (typeof checked === 'string') {
    if (silent) throw new OAuthError('login_required', 'The person is not signed in.')
    return checked
  }
  if (mayBeSilent(authorization)) {
    const response = await grantAgain(checked)
    if (response !== undefined) return response
  }
  if (silent) throw new OAuthError('consent_required', 'The person has not allowed it yet.')
  return 'consent'
}

/**
 * Whether an earlier consent may suffice. Not if any program on the device could receive the code of a public
 * client: the consent does not show which program asks (RFC 8252, section 8.6). Administrators always confirm
 * before a client gets their rights.
 */
function mayBeSilent({ client, prompts, redirectUri, scopes }: AuthorizationRequest): boolean {
  if (prompts.includes('consent') || scopes.includes('admin')) return false
  return client.kind === 'confidential' || !isOpenToAnyProgram(redirectUri)
}
