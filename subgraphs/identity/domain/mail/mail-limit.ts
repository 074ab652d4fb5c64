// How many mails others may cause to one mailbox: enough for its owner, whatever strangers have asked for.
import { DomainError } from '#foundation/domain/errors.ts'
import { addressPrincipal, addressSite } from '#foundation/limits/rate-limit.ts'
import type { IdentityContext } from '../../context.ts'
import { consumeAttempts, type Bucket } from '../secrets/attempt-throttle.ts'

const HOUR_MS = 3_600_000
/** What one account, and one network address, may cause to one recipient. */
const SHARE = { most: 5, windowMs: HOUR_MS }
/** What all of them together may cause to it. */
const TOTAL = { most: 20, windowMs: 24 * HOUR_MS }
/**
 * What stays when a network address or the total is used up, for whoever has caused no mail to the recipient
 * in the last hour: otherwise strangers could keep the owner from getting one.
 */
const RESERVE = { most: 4, windowMs: HOUR_MS }
/** So that whoever has many network addresses of one site cannot use up the reserve. */
const RESERVE_OF_A_SITE = { most: 2, windowMs: HOUR_MS }

/**
 * Counts a mail to that recipient, which anybody may ask for: a mailbox, or the name of an account. `account` is
 * who asks, if they had to sign in.
 * @throws RATE_LIMIT_EXCEEDED
 */
export async function countMail(
  ctx: Pick<IdentityContext, 'db' | 'now' | 'address'>,
  recipient: string,
  account?: string,
): Promise<void> {
  const network = `network:${addressPrincipal(ctx.address)}`
  const bucket = (name: string, limit: Omit<Bucket, 'key'>): Bucket => ({
    key: `mail:${recipient}:${name}`,
    ...limit,
  })
  const asker = account === undefined ? network : `account:${account}`
  const shares = [...new Set([asker, network])].map((name) => bucket(name, SHARE))
  try {
    await consumeAttempts(ctx, [...shares, bucket('all', TOTAL)])
  } catch (error) {
    if (!isOverLimit(error)) throw error
    await consumeAttempts(ctx, [
      bucket(asker, { ...SHARE, most: 1 }),
      bucket(`reserve:${addressSite(ctx.address)}`, RESERVE_OF_A_SITE),
      bucket('reserve', RESERVE),
    ])
  }
}

/**
 * The mailbox behind an address, for counting alone: in lower case and without what follows a plus sign in the
 * local part (RFC 5233), because one person reads all of them. Dots count, as most servers do.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  return `${local.replace(/(?<=.)\+.*$/, '')}@${domain}`
}

function isOverLimit(error: unknown): boolean {
  return error instanceof DomainError && error.extensions.code === 'RATE_LIMIT_EXCEEDED'
}
