// The lists of the Market service, and rows for its tables.
import { moment, rows, somebody, word, type Lists } from './lists.ts'

export const marketLists: Lists = {
  service: 'market',
  fill: (identityId) => [
    `insert into assets (id, name, description, kind, owner_id, created_at)
     select 'asset_' || n, ${word}, 'D', (array['relic', 'tool'])[1 + n % 2], ${somebody(identityId)},
            ${moment} from ${rows}`,
    `insert into listings (id, asset_id, seller_id, price, status, created_at, closed_at)
     select 'listing_' || n, 'asset_' || n, ${somebody(identityId)}, 1 + n % 1000, 'active', ${moment},
            null from ${rows}`,
    `insert into purchases (id, listing_id, asset_id, buyer_id, seller_id, price, gold_balance,
                            transaction_id, purchased_at)
     select 'purchase_' || n, 'listing_' || n, 'asset_' || n, ${somebody(identityId)},
            ${somebody(identityId)}, 1, 1, 'T', ${moment}
     from ${rows}`,
    `insert into gifts (id, asset_id, giver_id, receiver_id, given_at)
     select 'gift_' || n, 'asset_' || n, ${somebody(identityId)}, 'receiver_' || n, ${moment}
     from ${rows}`,
    `insert into accounts (id, kind, owner_id, balance, created_at)
     select 'account_' || n, 'identity', case n when 100 then '${identityId}' else 'identity_' || n end,
            1, ${moment} from ${rows}`,
    `insert into transactions (id, key, kind, reason, created_at)
     select 'transaction_' || n, n, 'grant', 'R', ${moment} from ${rows}`,
    `insert into postings (transaction_id, account_id, amount, balance_after, posted_at)
     select 'transaction_' || n, account_id, amount, 1, ${moment} from ${rows}, lateral (values
       ('issuance', -1), (case when n % 50 = 0 then 'account_100' else 'account_' || n end, 1)
     ) as side (account_id, amount)`,
  ],
  queries: [
    '{ assets(first: 20) { nodes { id listing { id } } } }',
    '{ assets(first: 20, offset: 60) { nodes { id } } }',
    '{ asset(id: "asset_7") { id } }',
    // The newest one is the caller's own.
    '{ assets(first: 1) { nodes { owner { gold assets { nodes { id } } } } } }',
    '{ assets(first: 1) { nodes { owner { purchases { nodes { asset { id } } } } } } }',
    '{ assets(first: 1) { nodes { owner { postings { nodes { kind balanceAfter } } } } } }',
    '{ assets(first: 1) { nodes { owner { sales { nodes { asset { id } } } } } } }',
    `{ assets(first: 1) { nodes { owner {
      ledger(since: "2026-01-02T00:00:00Z", until: "2026-01-03T00:00:00Z") {
        openingBalance received
        postings { nodes { amount } }
      }
    } } } }`,
    '{ transactions(first: 20) { nodes { amount postings { identityId } } } }',
    '{ transactions(first: 20, offset: 60) { nodes { id } } }',
    '{ transactions(identityId: "CALLER", first: 20) { nodes { amount } } }',
    '{ transactions(identityId: "CALLER", first: 20, offset: 60) { nodes { id } } }',
    '{ listings(minPrice: 5, maxPrice: 6, orderBy: cheapest) { nodes { asset { name } } } }',
    '{ listings(minPrice: 5, maxPrice: 6, orderBy: dearest) { nodes { id } } }',
  ],
  found: [
    {
      list: 'assets',
      filters: ['owner: "CALLER"', 'listed: true', 'listed: false'],
      orders: ['oldest', 'name'],
      isSearched: true,
    },
    {
      list: 'listings',
      filters: ['minPrice: 5, maxPrice: 6', 'maxPrice: 900', 'seller: "CALLER"', 'kind: "tool"'],
      orders: ['oldest', 'cheapest', 'dearest'],
    },
  ],
  totals: ['assets', 'transactions', 'listings'],
}
