// The objects of this service by id, for callers who may list them.
import type { IdentityContext } from '../../context.ts'
import { readsAsAdministrator } from '../administration/administrator.ts'

type Find = (ctx: IdentityContext, id: string) => Promise<{ id: string } | undefined>

interface OwnType {
  type: string
  find: Find
}

const people: Find = ({ loaders }, id) => loaders.identity.load(id)

const clients: OwnType = { type: 'Client', find: administered('client') }

/** Types of objects, and how the caller finds one, by the prefix of the id. */
export const OWN_TYPES = new Map<string, OwnType>([
  ['identity', { type: 'Identity', find: people }],
  ['credential', { type: 'Credential', find: owned('credentials', 'credential') }],
  ['wallet', { type: 'Wallet', find: owned('wallet', 'wallet') }],
  ['client', clients],
  ['adminkey', { type: 'AdminKey', find: administered('adminKey') }],
  ['audit', { type: 'AuditEvent', find: administered('auditEvent') }],
])

/** An object with the name of its type. Ids of clients that operators chose have no prefix. */
export async function findOwnNode(
  ctx: IdentityContext,
  prefix: string,
  id: string,
): Promise<{ __typename: string; id: string } | null> {
  const { type, find } = OWN_TYPES.get(prefix) ?? clients
  const row = await find(ctx, id)
  return row ? { ...row, __typename: type } : null
}

/** Objects of the caller, with the scope that their list requires. */
function owned(scope: string, loader: 'credential' | 'wallet'): Find {
  return async ({ loaders, viewer }, id) => {
    if (!viewer?.scopes.has(scope)) return undefined
    const row = await loaders[loader].load(id)
    return row?.identityId === viewer.identityId ? row : undefined
  }
}

function administered(loader: 'client' | 'adminKey' | 'auditEvent'): Find {
  return async (ctx, id) =>
    (await readsAsAdministrator(ctx)) ? ctx.loaders[loader].load(id) : undefined
}
