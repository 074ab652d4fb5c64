// The text of each mail. Links begin with the configured URL of the ID service. Their tokens are created when the
// mail is sent: the outbox holds nothing that opens an account.
import type { IdentityContext } from '../context.ts'
import { findClaim } from '../domain/recovery/account-claim.ts'
import { createNotMeReport } from '../domain/recovery/not-me-report.ts'
import { findVerifiedEmailAddress } from '../domain/email/email-address.ts'
import { createVerificationToken } from '../domain/email/email-verification.ts'
import { lockMail } from '../domain/mail/mail-outbox.ts'
import { createPasswordReset } from '../domain/recovery/reset-link.ts'
import { agentWords } from '../pages/user-agent.ts'
import type { Mail } from '../tables.ts'
import type { MailKind } from '../tables/mail.ts'
import { accountClaimed, claimDisputed, claimEnded } from './claim-messages.ts'
import { writeLetter, type Letter } from './letter.ts'
import { findActive, FORMER_ADDRESS, link, placeAndTime, textOf } from './message-parts.ts'

/**
 * The message; undefined if there is no recipient, or nothing left to say. @throws if another process has claimed the
 * mail: a link of this one would replace the one that the other process sends.
 */
export function composeMail(ctx: IdentityContext, mail: Mail): Promise<Letter | undefined> {
  return ctx.db.transaction().execute(async (trx) => {
    const letter = await write({ ...ctx, db: trx }, mail)
    await lockMail(trx, mail)
    return letter
  })
}

async function write(ctx: IdentityContext, mail: Mail): Promise<Letter | undefined> {
  if (mail.kind === 'password_reset') return passwordReset(ctx, mail)
  if (mail.kind === 'email_verification') return emailVerification(ctx, mail)
  if (mail.kind === 'account_deleted') return accountDeleted(mail)
  if (mail.kind === 'account_claimed') return accountClaimed(ctx, mail)
  if (mail.kind === 'account_claim_disputed') return claimDisputed(ctx, mail)
  if (mail.kind === 'account_claim_ended') return claimEnded(ctx, mail)
  return notice(ctx, mail, NOTICES[mail.kind])
}

async function passwordReset(ctx: IdentityContext, mail: Mail): Promise<Letter | undefined> {
  const identityId = textOf(mail, 'identityId')
  const identity = identityId && (await findActive(ctx, identityId))
  const address = identityId && (await findVerifiedEmailAddress(ctx, identityId))
  if (!address || !identity) return undefined
  // A mailbox that is newer than the claim cannot decide it.
  if (await findClaim(ctx, identity.id)) return undefined
  const token = await createPasswordReset(ctx, identity.id)
  return writeLetter(address.address, {
    subject: 'Set a new password',
    username: identity.username,
    paragraphs: [
      'Somebody, hopefully you, asked to set a new password for your account. The link works once, for 30 minutes.',
      'If it was not you, do nothing: your password stays what it is.',
    ],
    facts: placeAndTime(mail),
    action: { text: 'Set a new password', url: link(ctx, '/recover/password', token) },
  })
}

async function emailVerification(ctx: IdentityContext, mail: Mail): Promise<Letter | undefined> {
  const { address, identityId } = mail
  const identity = identityId === null ? undefined : await findActive(ctx, identityId)
  if (!identity || address === null) return undefined
  const token = await createVerificationToken(ctx, identity.id, address)
  if (token === undefined) return undefined
  return writeLetter(address, {
    subject: 'Verify your e-mail address',
    username: identity.username,
    paragraphs: [
      `The account @${identity.username} gave this address as its own. Verify it, and you can use it to get back in when you lose your password.`,
      'If you have no such account, do nothing. The link works once, for 24 hours.',
    ],
    action: { text: 'Verify this address', url: link(ctx, '/email/verify', token) },
    footer: 'Ecosystem writes to you because somebody gave this address as their own.',
  })
}

async function notice(
  ctx: IdentityContext,
  mail: Mail,
  { subject, sentence, page, footer }: NoticeWords,
): Promise<Letter | undefined> {
  const { address, identityId } = mail
  const identity = identityId === null ? undefined : await findActive(ctx, identityId)
  if (!identity || address === null) return undefined
  const isClaim = mail.details.claims !== false
  const token = isClaim ? await createNotMeReport(ctx, mail.id) : ''
  if (token === undefined) return undefined
  return writeLetter(address, {
    subject,
    username: identity.username,
    paragraphs: [sentence(mail)],
    facts: placeAndTime(mail),
    ...(page && { action: { text: page.text, url: `${ctx.settings.issuer}${page.path}` } }),
    ...(isClaim && { notMeUrl: link(ctx, '/not-me', token) }),
    ...(footer && { footer }),
  })
}

/** The mail to the former address of a deleted account. */
function accountDeleted({ address }: Mail): Letter | undefined {
  if (address === null) return undefined
  return writeLetter(address, {
    subject: 'Your account is deleted',
    username: undefined,
    paragraphs: [
      'Your account is closed, and every service will erase what it holds about you. This is the last mail to this address.',
    ],
    footer: FORMER_ADDRESS,
  })
}

interface NoticeWords {
  subject: string
  sentence: (mail: Mail) => string
  /** The page of the account that the mail links to. */
  page?: { text: string; path: string }
  /** The footer, if the mail goes to a former address. */
  footer?: string
}

type Noticed = Exclude<
  MailKind,
  | 'password_reset'
  | 'email_verification'
  | 'account_deleted'
  | 'account_claimed'
  | 'account_claim_disputed'
  | 'account_claim_ended'
>

const NOTICES: Record<Noticed, NoticeWords> = {
  new_browser: {
    subject: 'A new sign-in to your account',
    sentence: (mail) =>
      `Somebody, hopefully you, signed in to your account from a new browser: ${agentWords(textOf(mail, 'userAgent') ?? '')}.`,
  },
  password_changed: {
    subject: 'Your password was changed',
    sentence: () => 'Your account has a new password, and every other sign-in has ended.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    sentence: () => 'A new passkey signs in to your account.',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    sentence: () => 'A passkey no longer signs in to your account.',
  },
  wallet_linked: {
    subject: 'A wallet was linked',
    sentence: (mail) => `The wallet ${textOf(mail, 'address') ?? ''} signs in to your account now.`,
  },
  wallet_unlinked: {
    subject: 'A wallet was unlinked',
    sentence: (mail) =>
      `The wallet ${textOf(mail, 'address') ?? ''} no longer signs in to your account.`,
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    sentence: (mail) =>
      textOf(mail, 'what') === 'removed'
        ? 'This address was removed. Your account now has no e-mail address.'
        : 'Your account now uses a different address.',
    footer: FORMER_ADDRESS,
  },
  username_changed: {
    subject: 'Your username was changed',
    sentence: (mail) =>
      `Your username was @${textOf(mail, 'before') ?? ''}, and is @${textOf(mail, 'username') ?? ''} now. The old one signs you in for another 90 days.`,
  },
  recovery_codes_replaced: {
    subject: 'You have new recovery codes',
    sentence: () => 'Ten new recovery codes were made. Earlier ones do not work any more.',
  },
  recovery_code_issued: {
    subject: 'An administrator issued a recovery code',
    sentence: () =>
      'An administrator issued a code with which a new password can be set for your account. It works once, for 24 hours.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    sentence: ({ details: { left } }) =>
      `Somebody signed in with a recovery code in place of your second factor. You have ${String(left)} left.`,
  },
  totp_added: {
    subject: 'An authenticator app was set up',
    sentence: () =>
      'From now on, you also need a code from the app to sign in with your password or wallet. Keep your recovery codes in case you lose the app.',
  },
  totp_removed: {
    subject: 'Your authenticator app was removed',
    sentence: () => 'Your account no longer asks for a code from the app.',
  },
  export_ready: {
    subject: 'Your data is ready',
    sentence: () =>
      'The copy of your data that you asked for is ready. You can download it for seven days.',
    page: { text: 'Download your data', path: '/account/data' },
  },
  deletion_requested: {
    subject: 'Your account will be deleted',
    sentence: (mail) =>
      `Somebody, hopefully you, asked to delete your account. It will be deleted on ${(textOf(mail, 'dueAt') ?? '').slice(0, 10)}. Until then you can use it as before, and keep it with one click.`,
    page: { text: 'Keep your account', path: '/account/data' },
  },
  deletion_withdrawn: {
    subject: 'Your account stays',
    sentence: () => 'Your account will not be deleted.',
  },
  password_removed: {
    subject: 'Your password was removed',
    sentence: () => 'Your account has no password any more. You sign in with a passkey.',
  },
  two_step_enabled: {
    subject: 'Signing in now asks for a passkey',
    sentence: () =>
      'From now on, you also need a passkey to sign in with your password or wallet. Keep your recovery codes in case you lose it.',
  },
  two_step_disabled: {
    subject: 'Signing in no longer asks for a passkey',
    sentence: () => 'Your password or wallet alone signs you in again.',
  },
  factors_reset: {
    subject: 'An administrator reset your second factor',
    sentence: () =>
      'An administrator removed your authenticator app, your recovery codes and your choice to be asked for a passkey, if you had any of these. Your passkeys stay. Set up a second factor again on your account page.',
  },
}
