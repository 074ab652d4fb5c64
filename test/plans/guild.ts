// The lists of the Guild service, and rows for its tables.
import type { GuildContext } from '../../subgraphs/guild/context.ts'
import {
  hiddenAtTheEnd,
  hiddenReason,
  moment,
  retiredAtTheEnd,
  rows,
  somebody,
  word,
  type Lists,
} from './lists.ts'

export const guildLists: Lists = {
  service: 'guild',
  // Two primes, so that nobody is in an organization twice, or applies for a role twice.
  fill: (identityId) => [
    `insert into organizations (id, name, description, house, member_count, open_to_join, created_at,
                                retired_at, hidden_at, hidden_reason)
     select 'organization_' || n, ${word}, 'D', (array['Aether', 'Ember', 'Terra', 'Tide'])[1 + n % 4],
            1000, true, ${moment}, ${retiredAtTheEnd},
            ${hiddenAtTheEnd}, ${hiddenReason}
     from ${rows}`,
    `insert into memberships (id, organization_id, identity_id, status, steward, requested_at)
     select 'membership_' || n, 'organization_' || (n % 503),
            case when n % 500 = 0 then '${identityId}' else 'identity_' || (n % 499) end,
            case n % 3 when 0 then 'pending' when 1 then 'active' else 'rejected' end,
            n % 3 = 1 and n % 500 = 0, ${moment} from ${rows}`,
    `insert into roles (id, organization_id, title, description, min_level, openings, created_at,
                        retired_at, hidden_at)
     select 'role_' || n, 'organization_' || (n % 503), ${word}, 'D', 1, n % 2, ${moment},
            ${retiredAtTheEnd}, ${hiddenAtTheEnd} from ${rows}`,
    `insert into applications (id, role_id, identity_id, status, applied_at)
     select 'application_' || n, 'role_' || (n % 503),
            case when n % 500 = 0 then '${identityId}' else 'identity_' || (n % 499) end,
            (array['pending', 'accepted', 'rejected'])[1 + n % 3], ${moment} from ${rows}`,
    `insert into former_memberships (id, organization_id, identity_id, status, requested_at, left_at,
                                     removed)
     select 'former_' || n, 'organization_' || (n % 503), ${somebody(identityId)}, 'active',
            ${moment}, ${moment}, false from ${rows}`,
    `insert into withdrawn_applications (id, role_id, identity_id, status, applied_at, withdrawn_at)
     select 'withdrawn_' || n, 'role_' || (n % 503), ${somebody(identityId)}, 'pending', ${moment},
            ${moment} from ${rows}`,
  ],
  queries: [
    '{ organizations(first: 20) { nodes { id } } }',
    '{ organizations(first: 20, offset: 60) { nodes { id } } }',
    '{ roles(first: 20) { nodes { id organization { id } } } }',
    '{ roles(first: 20, offset: 60) { nodes { id } } }',
    '{ organizations(first: 20) { nodes { roles(first: 20) { nodes { id retiredAt } } } } }',
    // The caller is a steward here, and one of several members.
    `{ organization(id: "organization_315") {
      members(first: 20) { nodes {
        member { memberships(first: 20) { nodes { id } } applications(first: 20) { nodes { id } } }
      } }
      requests(first: 20) { nodes { id } }
      roles(first: 20) { nodes { applications(first: 20) { nodes { id } } } }
    } }`,
    ...['pending', 'accepted', 'rejected'].map(
      (status) => `{ organization(id: "organization_315") {
        roles(first: 20) { nodes { applications(status: ${status}, first: 20) { nodes { id } } } }
      } }`,
    ),
  ],
  states: [
    '{ organizations(first: 100) { nodes { myMembership { status } } } }',
    '{ roles(first: 100) { nodes { myApplication { status } } } }',
    // The caller has asked to join the first, and applied for the second.
    '{ organization(id: "organization_315") { myMembership { status } } }',
    '{ role(id: "role_315") { myApplication { status } } }',
  ],
  found: [
    {
      list: 'organizations',
      filters: ['house: "Tide"', 'member: true', 'member: false'],
      orders: ['oldest', 'name'],
      isSearched: true,
    },
    {
      list: 'roles',
      filters: ['open: false', 'organization: "organization_7"'],
      orders: ['oldest', 'title'],
      isSearched: true,
    },
  ],
  calls: [
    {
      index: 'applications_by_role_and_status',
      run: async (ctx) => {
        const { roleApplications } = (ctx as GuildContext).loaders
        return (await roleApplications.accepted.load('role_315', { first: 20 })).page()
      },
    },
  ],
  totals: ['organizations', 'roles'],
}
