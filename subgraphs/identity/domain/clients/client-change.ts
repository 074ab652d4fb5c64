// Changing everything about a client except its kind.
import { isDeepStrictEqual } from 'node:util'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import { identityInput } from '../../input.ts'
import type { Client } from '../../tables.ts'
import {
  changeAsAdministrator,
  recordChange,
  type Administration,
} from '../administration/administrator.ts'
import { registeredFields, type NewClient } from './client.ts'
import { shownNameIssues } from '../people/display-name.ts'
import { randomToken, sha256 } from '../secrets/random.ts'

/** The fields to change; others stay. */
export type ClientChange = Partial<Omit<NewClient, 'kind'>>

/**
 * Updates a client. Codes sent to a removed redirect URI can be redeemed until they expire. Consents stay when
 * a scope is removed. A client that gets keys loses its secret; if they are removed, it needs a new secret.
 * @throws VALIDATION_ERROR that names every field, NOT_FOUND, CLIENT_DISABLED
 */
export function updateClient(
  ctx: Administration,
  id: string,
  change: ClientChange,
): Promise<Client> {
  return changeAsAdministrator(ctx, async (trx) => {
    const client = await trx
      .selectFrom('clients')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Client', id))
    if (client.disabledAt) throw refused('CLIENT_DISABLED', `The client ${id} is disabled.`)
    const changed = changedFields(client, change)
    refuseChange(client, changed)
    const { jwks, ...fields } = registeredFields({ ...client, ...changed, jwks: changed.jwks })
    const stored = changed.jwks === undefined ? fields : { ...fields, jwks, ...unknownSecret() }
    const updated = await trx
      .updateTable('clients')
      .set(stored)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordChange(ctx, trx, {
      kind: 'client_changed',
      clientId: id,
      details: auditDetails(changed),
    })
    return updated
  })
}

/** The hash of an unknown secret: a secret from before the keys must not work again after them. */
const unknownSecret = () => ({ secretHash: sha256(randomToken()) })

/** The fields that differ. Others are not validated, so that a client keeps values that newer rules would reject. */
function changedFields(client: Client, change: ClientChange): ClientChange {
  const stored: Readonly<Record<string, unknown>> = { ...client }
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    sent.filter(([field, value]) => !isDeepStrictEqual(value, stored[field])),
  )
}

function refuseChange(client: Client, changed: ClientChange): void {
  const { deviceFlow, kind, name, redirectUris, scopes, tier } = client
  const whole = { deviceFlow, kind, name, redirectUris, scopes, tier, ...changed }
  refuseIssues([
    ...identityInput.issues('RegisterClientInput', whole),
    ...(changed.name === undefined ? [] : shownNameIssues('name', changed.name)),
  ])
}

/** The change for the audit trail, without the keys, which are long and public. */
function auditDetails({ jwks, ...changed }: ClientChange): Record<string, unknown> {
  if (jwks === undefined) return changed
  return { ...changed, authentication: jwks === null ? 'secret' : 'keys' }
}
