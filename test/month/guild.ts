// Organizations: founding, asking to join, roles, stewards, and leaving.
import { expect } from 'vitest'
import type { Resident } from './resident.ts'

const FOUND = `mutation ($input: FoundOrganizationInput!) {
  foundOrganization(input: $input) { id house memberCount myMembership { id steward } }
}`

/** Founds an organization of the founder's house. */
export async function found(founder: Resident, name: string, openToJoin: boolean): Promise<string> {
  const input = { name, description: `${name}, founded by ${founder.displayName}.`, openToJoin }
  const { foundOrganization } = await founder.ask(FOUND, { input })
  const { house } = founder
  expect(foundOrganization).toMatchObject({
    house,
    memberCount: 1,
    myMembership: { steward: true },
  })
  return foundOrganization.id as string
}

/** Returns the id of the membership, which is at once `active` or `pending`. */
export async function join(resident: Resident, id: string, status: string): Promise<string> {
  const { data } = await resident.call('POST', `/api/organizations/${id}/join`, { status: 201 })
  expect(data, resident.username).toMatchObject({ organizationId: id, status })
  return data.id as string
}

async function leave(resident: Resident, organizationId: string): Promise<void> {
  const { data } = await resident.call('DELETE', `/api/organizations/${organizationId}/membership`)
  expect(data, resident.username).toHaveProperty('leftAt')
}

/** A steward decides a request to join. */
async function decide(steward: Resident, membershipId: string, accept: boolean) {
  const { decideMembership } = await steward.ask(
    `mutation ($input: DecideMembershipInput!) {
      decideMembership(input: $input) { status organization { memberCount } }
    }`,
    { input: { membershipId, accept } },
  )
  expect(decideMembership.status).toBe(accept ? 'active' : 'rejected')
}

export async function postRole(steward: Resident, organizationId: string, minLevel: number) {
  const input = {
    organizationId,
    title: 'Pilot',
    description: 'Guide ships in.',
    minLevel,
    openings: 1,
  }
  const { postRole } = await steward.ask(
    'mutation ($input: PostRoleInput!) { postRole(input: $input) { id } }',
    { input },
  )
  return postRole.id as string
}

/** Applies over REST, and the steward accepts: the role's only opening is taken. */
async function takeRole(resident: Resident, steward: Resident, roleId: string) {
  const body = { message: 'I know these waters.' }
  const applied = await resident.call('POST', `/api/roles/${roleId}/apply`, { body, status: 201 })
  const { decideApplication } = await steward.ask(
    `mutation ($input: DecideApplicationInput!) {
      decideApplication(input: $input) { status role { openings } }
    }`,
    { input: { applicationId: applied.data.id as string, accept: true } },
  )
  expect(decideApplication).toEqual({ status: 'accepted', role: { openings: 0 } })
}

async function openingsOf(resident: Resident, roleId: string): Promise<number> {
  const { role } = await resident.ask('query ($id: ID!) { role(id: $id) { openings } }', {
    id: roleId,
  })
  return role.openings as number
}

/** The founder hands over to a member and leaves, which a last steward cannot do. */
export async function handOver(founder: Resident, organizationId: string, membershipId: string) {
  const path = `/api/organizations/${organizationId}/membership`
  const { error } = await founder.call('DELETE', path, { status: 400 })
  expect(error.details).toMatchObject({ reason: 'LAST_STEWARD' })
  const { appointSteward } = await founder.ask(
    'mutation ($id: ID!) { appointSteward(membershipId: $id) { steward } }',
    { id: membershipId },
  )
  expect(appointSteward).toEqual({ steward: true })
  await leave(founder, organizationId)
}

/** A steward decides on memberships and the role; a member who leaves loses it, and asks again. */
export async function runByRequest(
  organizationId: string,
  { steward, member, stranger }: Record<'steward' | 'member' | 'stranger', Resident>,
): Promise<void> {
  await decide(steward, await join(stranger, organizationId, 'pending'), false)
  await decide(steward, await join(member, organizationId, 'pending'), true)
  const role = await postRole(steward, organizationId, 5)
  await takeRole(member, steward, role)
  await leave(member, organizationId)
  expect(await openingsOf(member, role)).toBe(1)
  await join(member, organizationId, 'pending')
}
