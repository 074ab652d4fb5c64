// The documented paths of the Guild service.
import { eventsRoute } from '#foundation/service/events-route.ts'
import type { Route } from '#foundation/service/route.ts'

export const guildRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/organizations',
    operation: `query Organizations(
      $house: String, $member: Boolean, $orderBy: OrganizationOrder, $search: String,
      $first: Int!, $offset: Int!
    ) {
      organizations(
        house: $house, member: $member, orderBy: $orderBy, search: $search,
        first: $first, offset: $offset
      ) {
        nodes { id name description house memberCount openToJoin createdAt }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { house: 'text', member: 'boolean', orderBy: 'enum', search: 'text' },
    response: { form: 'list', name: 'organizations' },
  },
  {
    method: 'post',
    path: '/api/organizations/:id/join',
    operation: `mutation JoinOrganization($id: ID!) {
      joinOrganization(organizationId: $id) {
        created
        membership { id organizationId status requestedAt }
      }
    }`,
    response: { form: 'record', record: 'membership' },
  },
  {
    method: 'delete',
    path: '/api/organizations/:id/membership',
    operation: `mutation LeaveOrganization($id: ID!) {
      leaveOrganization(organizationId: $id) { id organizationId status requestedAt leftAt }
    }`,
    response: { form: 'envelope' },
    documented: { payload: 'EndedMembership' },
  },
  {
    method: 'get',
    path: '/api/roles',
    operation: `query Roles(
      $open: Boolean, $organization: ID, $orderBy: RoleOrder, $search: String,
      $first: Int!, $offset: Int!
    ) {
      roles(
        open: $open, organization: $organization, orderBy: $orderBy, search: $search,
        first: $first, offset: $offset
      ) {
        nodes { id organizationId title description minLevel openings createdAt }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { open: 'boolean', organization: 'id', orderBy: 'enum', search: 'text' },
    response: { form: 'list', name: 'roles' },
  },
  {
    method: 'post',
    path: '/api/roles/:id/apply',
    operation: `mutation ApplyForRole($id: ID!, $input: ApplyForRoleInput) {
      applyForRole(roleId: $id, input: $input) {
        created
        application { id roleId status message appliedAt }
      }
    }`,
    response: { form: 'record', record: 'application' },
  },
  {
    method: 'delete',
    path: '/api/roles/:id/application',
    operation: `mutation WithdrawApplication($id: ID!) {
      withdrawApplication(roleId: $id) { id roleId status message appliedAt withdrawnAt }
    }`,
    response: { form: 'envelope' },
    documented: { payload: 'WithdrawnApplication' },
  },
  eventsRoute('guildEvents'),
]
