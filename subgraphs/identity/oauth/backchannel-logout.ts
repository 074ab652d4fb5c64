// Tells clients that a session has ended, with retries (OpenID Connect Back-Channel Logout 1.0).
import type { Worker } from '#foundation/process/workers.ts'
import { runStep, workSteps } from '#foundation/telemetry/steps.ts'
import type { IdentityContext } from '../context.ts'
import {
  MAX_ATTEMPTS,
  settleNotice,
  claimDueNotices,
  type DueNotice,
} from '../domain/grants/logout-notice.ts'
import type { Issuer } from './keys/id-token.ts'
import { signLogoutToken } from './keys/logout-token.ts'
import { postToClient } from './post-to-client.ts'

const EVERY_MS = 1_000
/** The number of notices that are sent in parallel, so that one unresponsive client delays few others. */
const AT_ONCE = 20

export interface LogoutHost extends Issuer {
  /** Allows clients at private addresses and without TLS. */
  toPrivateAddresses: boolean
}

/** The worker that delivers logout notices. */
export function logoutDelivery(host: LogoutHost): Worker<IdentityContext> {
  return {
    name: 'tell clients of logouts',
    everyMs: EVERY_MS,
    async run(ctx, stopping) {
      for (let taken = AT_ONCE; taken === AT_ONCE && !stopping.aborted;) {
        const due = await claimDueNotices(ctx, AT_ONCE)
        await Promise.all(due.map((notice) => deliver(ctx, host, notice, stopping)))
        taken = due.length
      }
    },
  }
}

async function deliver(
  ctx: IdentityContext,
  host: LogoutHost,
  notice: DueNotice,
  stopping: AbortSignal,
): Promise<void> {
  const { attempts, backchannelLogoutUri: uri, clientId } = notice
  if (uri === null || notice.disabledAt) return settleNotice(ctx, notice)
  const send = async () => {
    const body = new URLSearchParams({
      logout_token: await signLogoutToken(host, notice, ctx.now()),
    })
    const status = await postToClient(uri, body, { ...host, stopping })
    if (status < 200 || status >= 300)
      throw new Error(`The client responded with status ${status}.`)
    await settleNotice(ctx, notice)
  }
  try {
    await runStep(workSteps, () => ({ kind: 'delivery' as const, name: 'logoutNotices' }), send)
  } catch (error) {
    if (stopping.aborted) return
    const isLast = attempts >= MAX_ATTEMPTS
    ctx.log.warn(
      { err: error, clientId, attempts, isLast },
      'a logout notice could not be delivered',
    )
    if (isLast) await settleNotice(ctx, notice)
  }
}
