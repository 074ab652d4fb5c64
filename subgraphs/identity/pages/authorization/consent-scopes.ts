// The scopes on a consent page, in words. The scope of the e-mail address shows the address.
import type { IdentityContext } from '../../context.ts'
import { findVerifiedEmailAddress } from '../../domain/email/email-address.ts'
import type { ConsentScope } from './consent-page.ts'
import { scopeWords } from './scope-words.ts'

/** Describes scopes; `allowed` are those that the person has allowed before. */
export async function consentScopes(
  ctx: IdentityContext,
  identityId: string,
  { names, allowed }: { names: readonly string[]; allowed: readonly string[] },
): Promise<ConsentScope[]> {
  const email = names.includes('email')
    ? await findVerifiedEmailAddress(ctx, identityId)
    : undefined
  return names.map((name) => ({
    name,
    words: name === 'email' && email ? `${scopeWords(name)}: ${email.address}` : scopeWords(name),
    isNew: !allowed.includes(name),
  }))
}
