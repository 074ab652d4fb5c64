// Keeps the member count of a locked organization.
import type { Transaction } from '#foundation/database/database.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { GuildTables, Organization } from '../tables.ts'

/** @throws NOT_FOUND if it is retired or hidden, which rules out new members */
export function refuseNewcomers({ id, retiredAt, hiddenAt }: Organization): void {
  if (retiredAt ?? hiddenAt) throw notFound('Organization', id)
}

/** Adds one to the count of a locked organization. @throws NOT_FOUND if it is retired or hidden */
export async function countMember(
  trx: Transaction<GuildTables>,
  organization: Organization,
): Promise<void> {
  refuseNewcomers(organization)
  await changeCount(trx, organization, 1)
}

/** Subtracts one from the count of a locked organization. */
export async function countMemberOut(
  trx: Transaction<GuildTables>,
  organization: Organization,
): Promise<void> {
  await changeCount(trx, organization, -1)
}

async function changeCount(
  trx: Transaction<GuildTables>,
  { id, memberCount }: Organization,
  by: 1 | -1,
): Promise<void> {
  const counted = { memberCount: memberCount + by }
  await trx.updateTable('organizations').set(counted).where('id', '=', id).execute()
}
