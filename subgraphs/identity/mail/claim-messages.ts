// The mails about a claim to an account.
import type { IdentityContext } from '../context.ts'
import { findClaim } from '../domain/recovery/account-claim.ts'
import { createClaimLink } from '../domain/recovery/claim-link.ts'
import { dayWords } from '../pages/time.ts'
import type { Mail } from '../tables.ts'
import { writeLetter, type Letter, type LetterContent } from './letter.ts'
import { findActive, FORMER_ADDRESS, link, placeAndTime } from './message-parts.ts'

/** Tells an address of the account, other than the claiming one, that somebody claims the account. */
export async function accountClaimed(
  ctx: IdentityContext,
  mail: Mail,
): Promise<Letter | undefined> {
  const { address, identityId } = mail
  const identity = identityId === null ? undefined : await findActive(ctx, identityId)
  if (!identity || address === null) return undefined
  const claim = await findClaim(ctx, identity.id)
  const token = claim && (await createClaimLink(ctx, identity.id, address))
  if (!claim || token === undefined) return undefined
  const opens = dayWords(claim.opensAt)
  return writeLetter(address, {
    subject: 'Somebody says that your account is theirs',
    username: identity.username,
    paragraphs: [
      `Somebody who reads the mail of ${claim.address}, an earlier address of your account, says that they are its owner. The account is locked: nobody can sign in.`,
      `If this was not you, say so before ${opens}. Follow the link to prove that the account is yours, or to object. If nobody objects by then, they can set a new password.`,
    ],
    facts: placeAndTime(mail),
    action: { text: 'This is my account', url: link(ctx, '/claim', token) },
    footer: 'Ecosystem writes to you because your account knows this address.',
  })
}

/** Tells the claiming address that waiting no longer opens the account. */
export function claimDisputed(ctx: IdentityContext, mail: Mail): Promise<Letter | undefined> {
  return toClaimant(ctx, mail, {
    subject: 'An administrator decides whose account it is',
    paragraphs: [
      'You claimed an account that used to have this address. Somebody who uses it has objected, so waiting does not open it.',
      'The link in your earlier mail still opens it with something that the account had before. Otherwise ask an administrator.',
    ],
  })
}

/** Tells the claiming address that the claim has ended. */
export function claimEnded(ctx: IdentityContext, mail: Mail): Promise<Letter | undefined> {
  return toClaimant(ctx, mail, {
    subject: 'The account stays with its current user',
    paragraphs: [
      'You claimed an account that used to have this address. Somebody has proved with something older that it is theirs, so it is unlocked.',
      mail.details.contestable === true
        ? 'They entered the password. If you are the owner and know it, too, you have a week to lock the account again, with the link in our earlier mail.'
        : 'If you are its owner, ask an administrator.',
    ],
  })
}

async function toClaimant(
  ctx: IdentityContext,
  mail: Mail,
  words: Pick<LetterContent, 'subject' | 'paragraphs'>,
): Promise<Letter | undefined> {
  const { address, identityId } = mail
  const identity = identityId === null ? undefined : await findActive(ctx, identityId)
  if (!identity || address === null) return undefined
  const { username } = identity
  const facts = placeAndTime(mail)
  return writeLetter(address, { ...words, username, facts, footer: FORMER_ADDRESS })
}
