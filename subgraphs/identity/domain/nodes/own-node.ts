// The objects of this service by id, for callers who may list them.
import type DataLoader from 'dataloader'
import type { Kysely, RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import { createRowLoader } from '#foundation/database/row-loader.ts'
import type { IdentityContext } from '../../context.ts'
import { readsAsAdministrator } from '../administration/administrator.ts'
import type {
  AdminKey,
  AuditEvent,
  Client,
  Credential,
  IdentityTables,
  Wallet,
} from '../../tables.ts'

type Find = (ctx: IdentityContext, id: string) => Promise<{ id: string } | undefined>

interface OwnType {
  type: string
  find: Find
}

const people: Find = ({ loaders }, id) => loaders.identity.load(id)

const clients: OwnType = {
  type: 'Client',
  find: (ctx, id) => administered(ctx, ctx.loaders.client, id),
}

/** By the prefix of the id. */
export const OWN_TYPES = new Map<string, OwnType>([
  ['identity', { type: 'Identity', find: people }],
  [
    'credential',
    {
      type: 'Credential',
      find: (ctx, id) => owned(ctx, 'credentials', ctx.loaders.credential, id),
    },
  ],
  ['wallet', { type: 'Wallet', find: (ctx, id) => owned(ctx, 'wallet', ctx.loaders.wallet, id) }],
  ['client', clients],
  [
    'adminkey',
    { type: 'AdminKey', find: (ctx, id) => administered(ctx, ctx.loaders.adminKey, id) },
  ],
  [
    'audit',
    { type: 'AuditEvent', find: (ctx, id) => administered(ctx, ctx.loaders.auditEvent, id) },
  ],
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

/** An object of the caller, with the scope that its list requires. */
async function owned<Row extends { id: string; identityId: string }>(
  { viewer }: IdentityContext,
  scope: string,
  loader: DataLoader<string, Row | undefined>,
  id: string,
): Promise<Row | undefined> {
  if (!viewer?.scopes.has(scope)) return undefined
  const row = await loader.load(id)
  return row?.identityId === viewer.identityId ? row : undefined
}

async function administered<Row extends { id: string }>(
  ctx: IdentityContext,
  loader: DataLoader<string, Row | undefined>,
  id: string,
): Promise<Row | undefined> {
  return (await readsAsAdministrator(ctx)) ? loader.load(id) : undefined
}

type ById<Row> = (db: Kysely<IdentityTables>) => DataLoader<string, Row | undefined>

type Table = 'credentials' | 'wallets' | 'clients' | 'adminKeys' | 'auditEvents'

function byId<Row extends { id: string }>(table: Table): ById<Row> {
  const rowsOf = once((db: Kysely<IdentityTables>) => (anyId: RawBuilder<string>) => {
    return db.selectFrom(table).selectAll().where('id', '=', anyId).$castTo<Row>()
  })
  return (db) => createRowLoader(db, rowsOf(db))
}

/** The loaders of one request. People have a loader of their own. */
export const rowLoaders = {
  credential: byId<Credential>('credentials'),
  wallet: byId<Wallet>('wallets'),
  client: byId<Client>('clients'),
  adminKey: byId<AdminKey>('adminKeys'),
  auditEvent: byId<AuditEvent>('auditEvents'),
}
