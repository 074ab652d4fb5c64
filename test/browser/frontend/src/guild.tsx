// Organizations and their roles, and what the person is to them.
import {
  ApplyDocument,
  JoinDocument,
  LeaveDocument,
  WithdrawDocument,
  type OrganizationPartsFragment,
  type RolePartsFragment,
} from './generated/graphql.ts'
import { Action, Section } from './section.tsx'

interface GuildProps {
  organizations: readonly OrganizationPartsFragment[]
  roles: readonly RolePartsFragment[]
}

export function Guild({ organizations, roles }: GuildProps) {
  return (
    <>
      <Section title="Organizations">
        {organizations.map((organization) => (
          <Organization key={organization.id} {...organization} />
        ))}
      </Section>
      <Section title="Roles">
        {roles.map((role) => (
          <Role key={role.id} {...role} />
        ))}
      </Section>
    </>
  )
}

function Organization(organization: OrganizationPartsFragment) {
  const { id, name, memberCount, members, myMembership } = organization
  return (
    <li>
      {name}, {memberCount} members ({members.nodes.map((each) => each.member?.displayName).join()}
      ): {myMembership?.status ?? 'no member'}
      {myMembership ? (
        <Action label="Leave" document={LeaveDocument} variables={{ id }} />
      ) : (
        <Action label="Join" document={JoinDocument} variables={{ id }} />
      )}
    </li>
  )
}

function Role({ id, title, organization, openings, myApplication }: RolePartsFragment) {
  return (
    <li>
      {title} of {organization.name}, {openings} openings:{' '}
      {myApplication ? `${myApplication.status}, ${myApplication.message}` : 'no application'}
      {myApplication ? (
        <Action label="Withdraw" document={WithdrawDocument} variables={{ id }} />
      ) : (
        <Action
          label="Apply"
          document={ApplyDocument}
          variables={{ id, message: 'I climb well.' }}
        />
      )}
    </li>
  )
}
