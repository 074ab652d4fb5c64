// The use of a key: a root field, its variables, and the rights of the caller.
import type { FieldNode } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import { idempotencyKeyOf } from '#foundation/http/idempotency-key.ts'
import type { KeyedRequest, KeyScope } from '#foundation/idempotency/keys.ts'
import { rightsOf, type IsAdministrator } from '#foundation/idempotency/rights.ts'
import { fingerprintOf, type Unit } from '#foundation/idempotency/units.ts'

export interface Keyed<C> {
  ctx: C
  unit: Unit
  field: FieldNode
  variables: Variables
  scope: KeyScope
}

/** A keyed operation with the fingerprint that an earlier use of the key must match. */
export interface Requested<C> extends Keyed<C> {
  request: KeyedRequest
}

/** The keyed operation; undefined without a key, a viewer or a root field. @throws VALIDATION_ERROR */
export function keyedOf<C extends Caller>(
  ctx: C,
  unit: Unit,
  variables: Variables,
): Keyed<C> | undefined {
  const key = idempotencyKeyOf(ctx)
  const { viewer } = ctx
  const { field } = unit
  if (key === undefined || !viewer || !field) return undefined
  const { identityId, clientId } = viewer
  const name = field.name.value
  const scope = {
    identityId,
    clientId,
    field: unit.name === name ? name : `${unit.name}: ${name}`,
    key,
  }
  return { ctx, unit, field, variables, scope }
}

/** Adds the fingerprint of a keyed operation. @throws what `isAdministrator` throws */
export async function requestOf<C extends Caller>(
  isAdministrator: IsAdministrator<C>,
  keyed: Keyed<C>,
): Promise<Requested<C>> {
  const { ctx, scope, unit, variables } = keyed
  const fingerprint = `${fingerprintOf(unit, variables)}.${await rightsOf(ctx, isAdministrator)}`
  return { ...keyed, request: { ...scope, fingerprint, holder: crypto.randomUUID() } }
}

/** The key of the mutex that runs repeated requests one after the other. */
export function mutexKeyOf({ identityId, clientId, field, key }: KeyScope): string {
  return JSON.stringify([identityId, clientId, field, key])
}
