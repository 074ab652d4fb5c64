// Changing the name and the redirect URIs of a client.
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import { identityInput } from '../input.ts'
import type { Client } from '../tables.ts'
import { shownNameIssues } from './display-name.ts'
import { changeAsAdministrator, recordChange, type Administration } from './administrator.ts'

export type ClientChange = Pick<Client, 'name' | 'redirectUris'>

/**
 * Codes already sent to a removed redirect URI can still be redeemed until they expire.
 * @throws VALIDATION_ERROR that names every field, NOT_FOUND, CLIENT_DISABLED
 */
export function updateClient(
  ctx: Administration,
  id: string,
  { name, redirectUris }: ClientChange,
): Promise<Client> {
  return changeAsAdministrator(ctx, async (trx) => {
    const client = await trx
      .selectFrom('clients')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!client) throw notFound('Client', id)
    if (client.disabledAt) throw refused('CLIENT_DISABLED', `The client ${id} is disabled.`)
    const { kind, scopes, tier, deviceFlow } = client
    const changed = { name, redirectUris: [...new Set(redirectUris)] }
    const whole = { kind, scopes, tier, deviceFlow, ...changed }
    refuseIssues([
      ...identityInput.issues('RegisterClientInput', whole),
      // A client of an earlier version keeps the name it has.
      ...(name === client.name ? [] : shownNameIssues('name', name)),
    ])
    await trx.updateTable('clients').set(changed).where('id', '=', id).execute()
    await recordChange(ctx, trx, { kind: 'client_changed', clientId: id, details: changed })
    return { ...client, ...changed }
  })
}
