// The ways into an account that a recovery lets the person keep or remove.
import { findClaim } from '../../domain/recovery/account-claim.ts'
import { findVerifiedEmailAddress } from '../../domain/email/email-address.ts'
import { listPasskeys } from '../../domain/sign-in/passkey.ts'
import { findRecent } from '../../domain/recovery/recent-ways.ts'
import { findRemovable } from '../../domain/recovery/removable-ways.ts'
import { findRecoveryCodes } from '../../domain/sign-in/recovery-code.ts'
import type { RecoveringIdentity } from '../../domain/recovery/reset-link.ts'
import { findTotp } from '../../domain/sign-in/totp-set-up.ts'
import { listWallets } from '../../domain/wallets/wallet.ts'
import { asOwner } from '../account/as-person.ts'
import type { BrowserSession } from '../browser-session.ts'

/**
 * The ways in that the person may keep. A claim keeps none that is newer than its cause. After a code, the person says
 * which address is the account's.
 */
export async function waysOf(browserSession: BrowserSession, identity: RecoveringIdentity) {
  const ways = await allWaysOf(browserSession, identity)
  const claim = await findClaim(browserSession.ctx, identity.id)
  if (!claim) return ways
  if (!identity.byClaim) return { ...ways, claimAddress: claim.address }
  const isEarlier = (at: Date | null) => at !== null && at < claim.causedAt
  const { createdAt } = ways.recoveryCodes
  return {
    ...ways,
    claim,
    isLocked: false,
    passkeys: ways.passkeys.filter((passkey) => isEarlier(passkey.createdAt)),
    wallets: ways.wallets.filter(({ linkedAt }) => isEarlier(linkedAt)),
    recoveryCodes: { ...ways.recoveryCodes, createdAt: isEarlier(createdAt) ? createdAt : null },
  }
}

async function allWaysOf({ ctx }: BrowserSession, identity: RecoveringIdentity) {
  const [mayRemove, recent, passkeys, wallets, recoveryCodes, email, app] = await Promise.all([
    findRemovable(ctx, identity),
    findRecent(ctx, identity.id),
    listPasskeys(ctx, identity.id),
    listWallets(asOwner(ctx, identity), { first: 100 }).then((list) => list.page()),
    findRecoveryCodes(ctx, identity.id),
    identity.since ? findVerifiedEmailAddress(ctx, identity.id) : undefined,
    identity.since ? findTotp(ctx, identity.id) : undefined,
  ])
  const { createdAt } = recoveryCodes
  const removable = {
    passkeys: passkeys.filter((passkey) => mayRemove.passkey(passkey.createdAt)),
    wallets: wallets.nodes.filter(({ linkedAt }) => mayRemove.wallet(linkedAt)),
    recoveryCodes: {
      ...recoveryCodes,
      createdAt: createdAt && mayRemove.recoveryCodes(createdAt) ? createdAt : null,
    },
  }
  return {
    now: ctx.now(),
    ...recent,
    ...removable,
    othersStay:
      removable.passkeys.length < passkeys.length ||
      removable.wallets.length < wallets.nodes.length ||
      removable.recoveryCodes.createdAt !== createdAt,
    // The address is not offered after a link that was mailed to it.
    email: { verified: email?.address, verifiedAt: email?.verifiedAt },
    app,
  }
}
