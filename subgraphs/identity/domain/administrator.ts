// Who is an administrator, now and not when their token was issued.
import { sql } from 'kysely'
import type { Viewer } from '#foundation/viewer.ts'
import type { IdentityContext } from '../context.ts'

/** A person of that role, or a client that stands for nobody, is not disabled and may have `admin`. */
export async function isAdministrator(
  { db }: IdentityContext,
  { identityId, clientId }: Pick<Viewer, 'identityId' | 'clientId'>,
): Promise<boolean> {
  const person = db
    .selectFrom('identities')
    .select('id')
    .where('id', '=', identityId)
    .where('role', '=', 'admin')
  const client = db
    .selectFrom('clients')
    .select('id')
    .where('id', '=', clientId)
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`'admin' = any(scopes)`)
  const found = await (identityId === clientId ? client : person).executeTakeFirst()
  return found !== undefined
}
