// Field → domain function.
import { connectionResolvers } from '#foundation/database/lists/pagination.ts'
import { moderationOf } from '#foundation/domain/moderation.ts'
import { watchEntity } from '#foundation/events/occurrences.ts'
import {
  applicationEdge,
  applyForRole,
  decideApplication,
  findApplicants,
  findApplication,
  findMyApplication,
} from './domain/application.ts'
import { editOrganization, editRole, reopenRole } from './domain/editing.ts'
import { leaveOrganization, removeMember } from './domain/leaving.ts'
import {
  decideMembership,
  findMembership,
  findMyMembership,
  findRequests,
  joinOrganization,
  listMemberships,
  membershipEdge,
} from './domain/membership.ts'
import { hideOrganization, unhideOrganization } from './domain/moderation.ts'
import {
  findOrganization,
  foundOrganization,
  getOrganization,
  listOrganizations,
  retireOrganization,
  updateOrganization,
} from './domain/organization.ts'
import {
  addRole,
  closeRole,
  findRole,
  getRole,
  listRoles,
  postRole,
  retireRole,
  updateRole,
} from './domain/role.ts'
import { appointSteward, dismissSteward, resignSteward } from './domain/stewardship.ts'
import { dismissFromRole, withdrawApplication } from './domain/withdrawal.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    organizations: (_root, page, ctx) => listOrganizations(ctx, page),
    organization: (_root, { id }, ctx) => getOrganization(ctx, id),
    roles: (_root, page, ctx) => listRoles(ctx, page),
    role: (_root, { id }, ctx) => getRole(ctx, id),
  },
  Mutation: {
    joinOrganization: (_root, { organizationId }, ctx) => joinOrganization(ctx, organizationId),
    applyForRole: (_root, { roleId, input }, ctx) =>
      applyForRole(ctx, roleId, input?.message ?? null),
    foundOrganization: (_root, { input }, ctx) => foundOrganization(ctx, input),
    decideMembership: (_root, { input }, ctx) => decideMembership(ctx, input),
    appointSteward: (_root, { membershipId }, ctx) => appointSteward(ctx, membershipId),
    postRole: (_root, { input }, ctx) => postRole(ctx, input),
    closeRole: (_root, { roleId }, ctx) => closeRole(ctx, roleId),
    decideApplication: (_root, { input }, ctx) => decideApplication(ctx, input),
    leaveOrganization: (_root, { organizationId }, ctx) => leaveOrganization(ctx, organizationId),
    removeMember: (_root, { membershipId }, ctx) => removeMember(ctx, membershipId),
    resignSteward: (_root, { organizationId }, ctx) => resignSteward(ctx, organizationId),
    dismissSteward: (_root, { membershipId }, ctx) => dismissSteward(ctx, membershipId),
    withdrawApplication: (_root, { roleId }, ctx) => withdrawApplication(ctx, roleId),
    dismissFromRole: (_root, { applicationId }, ctx) => dismissFromRole(ctx, applicationId),
    editOrganization: (_root, { input }, ctx) => editOrganization(ctx, input),
    editRole: (_root, { input }, ctx) => editRole(ctx, input),
    reopenRole: (_root, { input }, ctx) => reopenRole(ctx, input),
    hideOrganization: (_root, { input }, ctx) => hideOrganization(ctx, input),
    unhideOrganization: (_root, { organizationId }, ctx) => unhideOrganization(ctx, organizationId),
    updateOrganization: (_root, { input }, ctx) => updateOrganization(ctx, input),
    retireOrganization: (_root, { organizationId }, ctx) => retireOrganization(ctx, organizationId),
    addRole: (_root, { input }, ctx) => addRole(ctx, input),
    updateRole: (_root, { input }, ctx) => updateRole(ctx, input),
    retireRole: (_root, { roleId }, ctx) => retireRole(ctx, roleId),
  },
  Subscription: {
    organization: {
      subscribe: (_root, { id, since }, ctx) => watchEntity(ctx, [id], { since }),
      resolve: (_root, { id }, ctx) => getOrganization(ctx, id),
    },
    role: {
      subscribe: (_root, { id, since }, ctx) => watchEntity(ctx, [id], { since }),
      resolve: (_root, { id }, ctx) => getRole(ctx, id),
    },
  },
  Organization: {
    __resolveReference: async ({ id }, ctx) => (await findOrganization(ctx, id)) ?? null,
    moderation: (organization) => moderationOf(organization),
    members: ({ id }, page, { loaders }) => loaders.members.load(id, page),
    roles: ({ id }, page, { loaders }) => loaders.organizationRoles.load(id, page),
    requests: (organization, page, ctx) => findRequests(ctx, organization, page),
    myMembership: async ({ id }, _args, ctx) => (await findMyMembership(ctx, id)) ?? null,
  },
  Membership: {
    __resolveReference: async ({ id }, ctx) => (await findMembership(ctx, id)) ?? null,
    organization: ({ organizationId }, _args, ctx) => getOrganization(ctx, organizationId),
    member: ({ identityId }) => ({ id: identityId }),
  },
  Role: {
    __resolveReference: async ({ id }, ctx) => (await findRole(ctx, id)) ?? null,
    organization: ({ organizationId }, _args, ctx) => getOrganization(ctx, organizationId),
    applications: (role, page, ctx) => findApplicants(ctx, role, page),
    myApplication: async ({ id }, _args, ctx) => (await findMyApplication(ctx, id)) ?? null,
  },
  Application: {
    __resolveReference: async ({ id }, ctx) => (await findApplication(ctx, id)) ?? null,
    role: ({ roleId }, _args, ctx) => getRole(ctx, roleId),
    applicant: ({ identityId }) => ({ id: identityId }),
  },
  JoinResult: {
    membershipEdge: ({ membership }) => membershipEdge(membership),
  },
  ApplyResult: {
    applicationEdge: ({ application }) => applicationEdge(application),
  },
  Identity: {
    __resolveReference: ({ id }) => ({ id }),
    memberships: ({ id }, page, ctx) => listMemberships(ctx, id, page),
    applications: ({ id }, page, { loaders }) => loaders.ownApplications.load(id, page),
  },
  OrganizationConnection: connectionResolvers,
  MembershipConnection: connectionResolvers,
  RoleConnection: connectionResolvers,
  ApplicationConnection: connectionResolvers,
}
