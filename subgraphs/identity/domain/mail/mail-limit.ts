// Limits how many mails others may cause to one mailbox, so that its owner can still get theirs.
import { DomainError } from '#foundation/domain/errors.ts'
import { addressPrincipal, addressSite } from '#foundation/limits/rate-limit.ts'
import type { IdentityContext } from '../../context.ts'
import { consumeAttempts, type Bucket } from '../secrets/attempt-throttle.ts'

const HOUR_MS = 3_600_000
/** The limit for one account, or one network address, per recipient. */
const SHARE = { max: 5, windowMs: HOUR_MS }
/** The limit for all of them together, per recipient. */
const TOTAL = { max: 20, windowMs: 24 * HOUR_MS }
/**
 * The reserve when a network address or the total is used up, for requesters who have caused no mail to the
 * recipient in the last hour: otherwise strangers could keep the owner from getting one.
 */
const RESERVE = { max: 4, windowMs: HOUR_MS }
/** Keeps a requester with many network addresses of one site from using up the reserve. */
const RESERVE_OF_A_SITE = { max: 2, windowMs: HOUR_MS }

/**
 * Counts a mail that anybody may request, to a mailbox or the name of an account. `account` is the requester,
 * if signed in. @throws RATE_LIMIT_EXCEEDED
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
      bucket(asker, { ...SHARE, max: 1 }),
      bucket(`reserve:${addressSite(ctx.address)}`, RESERVE_OF_A_SITE),
      bucket('reserve', RESERVE),
    ])
  }
}

/**
 * The mailbox of an address, for counting only: in lower case, without the part after a plus sign (RFC 5233),
 * because one person reads them all. Dots count, as on most servers.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  return `${local.replace(/(?<=.)\+.*$/, '')}@${domain}`
}

function isOverLimit(error: unknown): boolean {
  return error instanceof DomainError && error.extensions.code === 'RATE_LIMIT_EXCEEDED'
}
