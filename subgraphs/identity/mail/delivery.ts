// The worker that sends mail: at least once, oldest first, in any number of processes.
import { runStep, workSteps } from '#foundation/telemetry/steps.ts'
import type { IdentityContext } from '../context.ts'
import { dropMail, dropOldestMail, postponeMail, claimMail } from '../domain/mail/mail-outbox.ts'
import type { Mail } from '../tables.ts'
import type { Letter } from './letter.ts'
import { composeMail } from './messages.ts'
import { transportOf } from './transport.ts'

/** How long one process may take to send a message. After a minute, another process sends it as well. */
const SEND_MS = 40_000

type Send = (id: string, letter: Letter) => Promise<void>

/** Runs one round. Ends early if the server is unreachable; due messages wait for the next round. */
export async function deliverMail(ctx: IdentityContext, stopping: AbortSignal): Promise<void> {
  const { mail: settings } = ctx.settings
  await dropOldestMail(ctx)
  if (!settings) return
  while (!stopping.aborted) {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(SEND_MS)])
    const mail = await claimMail(ctx)
    if (!mail) return
    const transport = await transportOf(settings)
    const send: Send = (id, letter) => transport(id, letter, signal)
    const goesOn = await deliverOne(ctx, mail, send)
    if (!goesOn) return
  }
}

/** Sends one message. Returns false if sending any other would fail as well. */
async function deliverOne(ctx: IdentityContext, mail: Mail, send: Send): Promise<boolean> {
  const composeAndSend = async () => {
    const letter = await composeMail(ctx, mail).catch((cause: unknown) => {
      throw new NotComposed('The mail could not be composed.', { cause })
    })
    if (letter) await send(mail.id, letter)
  }
  const describe = () => ({ kind: 'delivery' as const, name: 'mailOutbox' })
  try {
    await runStep(workSteps, describe, composeAndSend)
  } catch (error) {
    if (!(error instanceof NotComposed)) return failedToSend(ctx, mail, error as SmtpFailure)
    ctx.log.warn(aboutFailure(mail, error.cause), 'a mail could not be composed')
    await postponeMail(ctx, mail)
    return true
  }
  await dropMail(ctx, mail)
  return true
}

/** A mail that could not be composed, such as one of a kind that only a newer version knows. */
class NotComposed extends Error {
  override readonly name = 'NotComposed'
}

async function failedToSend(
  ctx: IdentityContext,
  mail: Mail,
  failure: SmtpFailure,
): Promise<boolean> {
  const about = aboutFailure(mail, failure)
  if (isRefusedForGood(failure)) {
    ctx.log.warn(about, 'the mail server rejected a recipient permanently')
    await dropMail(ctx, mail)
    return true
  }
  ctx.log.warn(about, 'a mail is not sent yet')
  await postponeMail(ctx, mail)
  return isOfOneMessage(failure)
}

/** An error of nodemailer: its code, the SMTP command, and the server's reply code. */
interface SmtpFailure {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Details for the log, without the text of errors and replies, which may name the recipient. */
function aboutFailure({ attempts, id, kind }: Mail, failure: unknown) {
  const { code, command, responseCode } = failure as SmtpFailure
  const { name } = failure as Error
  return { name, code, command, responseCode, mail: id, kind, attempts }
}

/**
 * True for a permanent rejection of the recipient (RFC 5321, section 4.2.1). False if the server rejects us,
 * with a status code about security or policy (RFC 3463, section 3.8).
 */
function isRefusedForGood({ code, command, response, responseCode = 0 }: SmtpFailure): boolean {
  if (code !== 'EENVELOPE' || command !== 'RCPT TO' || responseCode < 500) return false
  return !/^5\d\d[ -]5\.7\./.test(response ?? '')
}

/** Whether only one message failed. The server was not unreachable (or closing, 421), and accepted the sender. */
function isOfOneMessage({ code, command, responseCode }: SmtpFailure): boolean {
  const isRefusal = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isRefusal && command !== 'MAIL FROM' && responseCode !== 421
}
