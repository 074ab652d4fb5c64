// The parts that several mails use.
import type { IdentityContext } from '../context.ts'
import type { Identity, Mail } from '../tables.ts'

/** The footer of a mail to a former address of the account. */
export const FORMER_ADDRESS =
  'Ecosystem writes to you because this address belonged to your account.'

/** Finds and locks an enabled person. Called first: locking the account waits for the tokens and deletes them. */
export async function findActive(
  { db }: IdentityContext,
  id: string,
): Promise<Identity | undefined> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
}

export function link({ settings }: IdentityContext, path: string, token: string): string {
  return `${settings.issuer}${path}?${new URLSearchParams({ token }).toString()}`
}

export function placeAndTime(mail: Mail): [string, string][] {
  const time = `${mail.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const from = textOf(mail, 'from')
  return from === undefined
    ? [['When', time]]
    : [
        ['When', time],
        ['From', from],
      ]
}

export function textOf({ details }: Mail, name: string): string | undefined {
  const value = details[name]
  return typeof value === 'string' ? value : undefined
}
