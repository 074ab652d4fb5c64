// The lists of the Scroll service, and rows for its tables.
import {
  hiddenAtTheEnd,
  hiddenReason,
  moment,
  retiredAtTheEnd,
  rows,
  word,
  type Lists,
} from './lists.ts'

export const scrollLists: Lists = {
  service: 'scroll',
  fill: (identityId) => [
    `insert into scrolls (id, title, content, author_id, author, house, settlement_weight,
                          visibility, created_at, withdrawn_at, hidden_at, hidden_reason)
     select 'scroll_' || n, ${word}, 'C', case when n < 50 then '${identityId}' else 'identity_' || (n % 50) end,
            'A', (array['Aether', 'Ember', 'Terra', 'Tide'])[1 + n % 4], 1,
            (array['public', 'house', 'private'])[1 + n % 3], ${moment}, ${retiredAtTheEnd},
            ${hiddenAtTheEnd}, ${hiddenReason} from ${rows}`,
    `insert into scroll_revisions (id, scroll_id, title, content, visibility, written_at)
     select 'revision_' || n, 'scroll_' || (n % 5000), 'T', 'C', 'public', ${moment} from ${rows}`,
  ],
  queries: [
    '{ scrolls(first: 20) { nodes { id content } } }',
    '{ scrolls(first: 20, offset: 60) { nodes { id } } }',
    '{ scroll(id: "scroll_9") { id revisions(first: 20) { nodes { id content } } } }',
    `{ _entities(representations: [{ __typename: "Identity", id: "identity_7" }]) {
      ... on Identity { scrolls(first: 20) { nodes { id } } }
    } }`,
  ],
  found: [
    {
      list: 'scrolls',
      filters: ['author: "identity_7"', 'house: "Tide"', 'since: "2026-01-02T00:00:00Z"'],
      orders: ['oldest', 'title'],
      isSearched: true,
    },
  ],
  totals: ['scrolls'],
}
