// The lists of the ID service, and rows for its tables.
import type { Context } from '#foundation/service/context.ts'
import type { IdentityContext } from '../../subgraphs/identity/context.ts'
import { listAuditEvents, listAuditKinds } from '../../subgraphs/identity/domain/audit/audit.ts'
import { deleteExpired } from '../../subgraphs/identity/domain/maintenance/expiry.ts'
import { rotateRefreshToken } from '../../subgraphs/identity/domain/authorization/token-rotation.ts'
import { moment, rows, somebody, word, type Lists } from './lists.ts'

export const identityLists: Lists = {
  service: 'identity',
  fill: (identityId) => [
    `insert into identities (id, username, display_name, house, archetype)
     select 'identity_' || n, 'user_' || n, ${word}, 'Aether', 'Keeper' from ${rows}`,
    `insert into email_addresses (identity_id, address, verified_at)
     select 'identity_' || n, 'user_' || n || '@mail.example', ${moment} from ${rows}`,
    `insert into credentials (id, identity_id, type, claims, issued_at)
     select 'credential_' || n, case when n % 50 = 0 then '${identityId}' else 'identity_' || n end,
            'type_' || n, '{}', ${moment} from ${rows}`,
    `insert into wallets (id, identity_id, address, chain_id, challenge_hash, linked_at, signs_in)
     select 'wallet_' || n, case when n % 50 = 0 then '${identityId}' else 'identity_' || n end,
            '0x' || lpad(to_hex(n), 40, '0'), 1, '', ${moment}, true from ${rows}`,
    `insert into xp_grants (key, identity_id, amount, xp_after, level_after, granted_at)
     select n, ${somebody(identityId)}, 1, 1, 1, ${moment} from ${rows}`,
    `insert into clients (id, name, kind, redirect_uris, scopes)
     values ('web', 'Web', 'public', '{}', '{}')`,
    `insert into grants (id, client_id, scopes, created_at, expires_at, ended_at)
     select 'grant_' || n, 'web', '{}', ${moment}, ${moment},
            timestamptz '2026-03-04 12:00Z' - n * interval '1 second' from ${rows}`,
    `insert into clients (id, name, kind, redirect_uris, scopes, created_at)
     select 'client_' || n, 'Web', 'public', '{}', '{}', ${moment} from ${rows}`,
    `insert into admin_keys (id, name, key_hash, created_at)
     select 'adminkey_' || n, 'K', sha256(n::text::bytea), ${moment} from ${rows}`,
    `insert into audit_events (id, at, kind, identity_id, client_id, address, request_id, details)
     select 'audit_' || n, ${moment},
            case when n % 50 = 0 then 'sign_in_refused' else 'token_issued' end, ${somebody(identityId)},
            case when n % 50 = 0 then 'web' else 'client_' || (n % 5000) end,
            '192.0.2.7', 'R', '{}' from ${rows}`,
  ],
  queries: [
    '{ clients(first: 20) { nodes { id } } }',
    '{ clients(first: 20, offset: 60) { nodes { id } } }',
    '{ adminKeys(first: 20) { nodes { id } } }',
    '{ auditEvents(first: 20) { nodes { id } } }',
    '{ auditEvents(first: 20, offset: 60) { nodes { id } } }',
    '{ auditEvents(identityId: "CALLER") { nodes { id } } }',
    '{ auditEvents(clientId: "web") { nodes { id } } }',
    '{ endedGrants { grants { grantId } } }',
    '{ credentials(first: 20) { nodes { id } } }',
    '{ credentials(first: 20, offset: 40) { nodes { id } } }',
    '{ wallets(first: 20) { nodes { id } } }',
    '{ wallets(first: 20, offset: 40) { nodes { id } } }',
    '{ accounts(first: 20) { nodes { identity { id } } } }',
    '{ accounts(last: 20) { nodes { identity { id } } } }',
    '{ me { displayName xpHistory(first: 20) { nodes { amount } } } }',
  ],
  few: [
    '{ accounts(email: "User_5@mail.example") { nodes { identity { id } } } }',
    '{ accounts(wallet: "0x0000000000000000000000000000000000000005") { nodes { identity { id } } } }',
  ],
  found: [
    { list: 'identities', isSearched: true },
    { list: 'accounts', node: 'identity { id }', isSearched: true },
  ],
  calls: [
    {
      index: 'audit_of_kind',
      run: async (ctx) =>
        (
          await listAuditEvents(ctx as IdentityContext, { kind: 'sign_in_refused' }, { first: 50 })
        ).page(),
    },
    { index: 'audit_of_kind', run: (ctx) => listAuditKinds(ctx) },
    { index: 'grants_refresh_handle_hash_key', run: rotateTwo },
    // A time at which no key had expired.
    {
      index: 'grants_expiry',
      run: (ctx) => deleteExpired({ ...ctx, now: () => new Date(0) }, new AbortController().signal),
      statement: /from "grants".* order by "expires_on"/s,
    },
  ],
  totals: ['clients', 'adminKeys', 'auditEvents'],
}

/** Two rotations at once, which run together, and then one alone. */
async function rotateTwo(ctx: Context): Promise<void> {
  const rotation = { key: Buffer.alloc(32), clientId: 'web', scopes: undefined }
  const refreshToken = `${'x'.repeat(22)}.${'x'.repeat(43)}`
  const rotate = () => rotateRefreshToken(ctx, { ...rotation, refreshToken })
  await Promise.all([rotate(), rotate()])
}
