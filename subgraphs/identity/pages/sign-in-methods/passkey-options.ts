// Requests a passkey from a known person.
import { listPasskeys } from '../../domain/sign-in/passkey.ts'
import { rememberChallenge } from '../../domain/sign-in/passkey-challenge.ts'
import { countChallenge } from '../attempts.ts'
import type { BrowserSession } from '../browser-session.ts'
import { relyingParty, webAuthn } from './passkey-handlers.ts'

/** The options for signing with one of the person's passkeys. Only this asker can use the challenge. */
export async function askForPasskey(
  browserSession: BrowserSession,
  asker: string,
  identityId: string,
) {
  await countChallenge(browserSession, 'passkey')
  const { ctx, server } = browserSession
  const passkeys = await listPasskeys(ctx, identityId)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(server).rpID,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ id }) => ({ id })),
  })
  await rememberChallenge(ctx, asker, options.challenge)
  return options
}
