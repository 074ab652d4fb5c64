// The claims of OpenID Connect about a person, by scope (OpenID Connect Core, 5.4).
import type { IdentityContext } from '../../context.ts'
import type { Identity } from '../../tables.ts'
import { findVerifiedEmailAddress } from '../email/email-address.ts'
import { isHidden } from '../people/hidden-name.ts'
import { neutralName } from '../moderation/moderation.ts'
import { getIdentity } from '../people/profile.ts'

/** The person, the scopes, and the issuer, which serves the picture. */
interface Wanted {
  identityId: string
  scopes: ReadonlySet<string>
  issuer: string
}

/**
 * The claims for userinfo and for ID tokens, because some apps read only the latter. Empty without a scope for
 * any. @throws NOT_FOUND
 */
export async function personClaims(ctx: IdentityContext, { identityId, scopes, issuer }: Wanted) {
  if (!scopes.has('profile') && !scopes.has('email')) return {}
  const person = await getIdentity(ctx, identityId)
  const email = scopes.has('email') ? await findVerifiedEmailAddress(ctx, person.id) : undefined
  return {
    ...(scopes.has('profile') && profileClaims(person, issuer)),
    ...(email && { email: email.address, email_verified: true }),
  }
}

/** Apps show names to others, so hidden names are replaced. */
function profileClaims(person: Identity, issuer: string) {
  const shown = (name: 'displayName' | 'username') =>
    isHidden(person, name) ? neutralName(person) : person[name]
  return {
    name: shown('displayName'),
    preferred_username: shown('username'),
    picture: pictureUrl(issuer, person.id),
    updated_at: Math.floor(updatedAt(person).getTime() / 1000),
  }
}

/** The public URL of the person's picture. */
export function pictureUrl(issuer: string, identityId: string): string {
  return `${issuer}${avatarPath(identityId)}`
}

/** The path of the person's picture on the ID service. */
export function avatarPath(identityId: string): string {
  return `/avatars/${encodeURIComponent(identityId)}.svg`
}

function updatedAt({ createdAt, profileChangedAt, usernameChangedAt }: Identity): Date {
  const times = [createdAt, profileChangedAt, usernameChangedAt].filter((time) => time !== null)
  return new Date(Math.max(...times.map((time) => time.getTime())))
}
