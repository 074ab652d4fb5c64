// The worker that sends mail: at least once, the longest waiting first, in any number of processes.
import type { IdentityContext } from '../context.ts'
import { dropMail, dropOldestMail, postponeMail, takeMail } from '../domain/mail-outbox.ts'
import type { Mail } from '../tables.ts'
import { composeMail } from './messages.ts'
import { transportOf, type Transport } from './transport.ts'

/** One round. It ends early when the server cannot be reached: what is due waits for the next one. */
export async function deliverMail(ctx: IdentityContext, stopping: AbortSignal): Promise<void> {
  const { mail: settings } = ctx.rules
  if (!settings) return
  await dropOldestMail(ctx)
  while (!stopping.aborted) {
    const mail = await takeMail(ctx)
    if (!mail) return
    const sent = await deliverOne(ctx, mail, await transportOf(settings))
    if (!sent) return
  }
}

/** False when no other message could be sent either. */
async function deliverOne(ctx: IdentityContext, mail: Mail, send: Transport): Promise<boolean> {
  const { attempts, id, kind } = mail
  const letter = await composeMail(ctx, mail)
  try {
    if (letter) await send(id, letter)
    await dropMail(ctx, mail)
    return true
  } catch (error) {
    const about = { err: error, mail: id, kind, attempts }
    if (isRefusedForGood(error)) {
      ctx.log.warn(about, 'the mail server refused a recipient for good')
      await dropMail(ctx, mail)
      return true
    }
    ctx.log.warn(about, 'a mail is not sent yet')
    await postponeMail(ctx, mail)
    return false
  }
}

/** A permanent negative reply to the recipient (RFC 5321, section 4.2.1). */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}
