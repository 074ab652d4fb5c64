// The outbox: mail is queued in the transaction that causes it, and sent by a worker.
import { sql } from 'kysely'
import { outboxBacklog } from '#foundation/database/outboxes/backlog.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { claimDue } from '#foundation/database/outboxes/outbox.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { QueryContext } from '../../context.ts'
import type { IdentityTables, Mail } from '../../tables.ts'
import type { MailKind } from '../../tables/mail.ts'

/** The age at which an unsent message is dropped. */
export const MAIL_LIFETIME_MS = 24 * 3_600_000
/** How long one process may take to send a message before another process tries. */
const LEASE_MS = 60_000
const MAX_WAIT_S = 300
/** The maximum of waiting messages, which `dropOldestMail` enforces. */
const MAX_WAITING = 10_000

interface NewMail {
  kind: MailKind
  identityId: string | null
  address: string | null
  details?: Record<string, unknown>
}

export async function queueMail(
  { db, now }: QueryContext,
  { details = {}, ...mail }: NewMail,
): Promise<void> {
  const at = now()
  await db
    .insertInto('mailOutbox')
    .values({
      id: newId('mail'),
      ...mail,
      details: JSON.stringify(details),
      createdAt: at,
      nextAttemptAt: at,
    })
    .execute()
}

export const mailBacklog = outboxBacklog({ table: 'mailOutbox', since: sql.ref('createdAt') })

/** Queues mail to a person's current verified address, if they have one. */
export async function queueNotice(
  { db, now }: QueryContext,
  { kind, identityId, details = {} }: Omit<NewMail, 'address'> & { identityId: string },
): Promise<void> {
  const at = now()
  await sql`
    insert into mail_outbox (id, kind, identity_id, address, details, created_at, next_attempt_at)
    select ${newId('mail')}, ${kind}, identity_id, address, ${JSON.stringify(details)}::jsonb,
      ${at}::timestamptz, ${at}::timestamptz
    from email_addresses where identity_id = ${identityId}`.execute(db)
}

/** The message that has waited longest, which no other process gets for a minute. */
export function claimMail({ db, now }: QueryContext): Promise<Mail | undefined> {
  const dueAt = now()
  const nextAttemptAt = sql<Date>`${new Date(dueAt.getTime() + LEASE_MS)}::timestamptz`
  return claimDue<Mail>(db, { table: 'mailOutbox', key: 'id' }, { dueAt, nextAttemptAt })
}

/**
 * Postpones a message after a failure, by two seconds, doubling up to five minutes, unless another process has claimed
 * it since.
 */
export async function postponeMail(
  { db, now }: QueryContext,
  { id, attempts }: Mail,
): Promise<void> {
  const seconds = Math.min(2 ** Math.min(attempts, 20), MAX_WAIT_S)
  await db
    .updateTable('mailOutbox')
    .set({ nextAttemptAt: new Date(now().getTime() + seconds * 1_000) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Deletes a message that was sent or refused, unless another process has claimed it since. */
export async function dropMail({ db }: QueryContext, { id, attempts }: Mail): Promise<void> {
  const claimed = db.deleteFrom('mailOutbox').where('attempts', '=', attempts)
  await claimed.where('id', '=', id).execute()
}

/** Keeps a claim until the transaction ends. @throws Error if another process has claimed the message, or deletes it */
export async function lockMail(
  trx: Transaction<IdentityTables>,
  { id, attempts }: Mail,
): Promise<void> {
  const own = trx.selectFrom('mailOutbox').select('id').where('id', '=', id)
  const claimed = own.where('attempts', '=', attempts)
  // Does not wait for the lock: a transaction that deletes a person's mail locks the person first.
  const lost = () => new Error('Another process has claimed the mail.')
  await claimed.forUpdate().skipLocked().executeTakeFirstOrThrow(lost)
}

/**
 * Drops the oldest messages of the people who have the most, so that a flood fills no table and displaces nobody else's
 * mail. A password reset names its person in the details. expiry.ts deletes messages that are too old.
 */
export async function dropOldestMail({ db }: QueryContext): Promise<void> {
  await sql`
    delete from mail_outbox where id in (
      select id from mail_outbox where id in (
        select id from (
          select id, created_at, row_number() over (
            partition by coalesce(identity_id, details ->> 'identityId', address) order by created_at desc) as newest
          from mail_outbox
        ) as ranked
        order by newest, created_at desc offset ${MAX_WAITING}
      ) for update skip locked
    )`.execute(db)
}
