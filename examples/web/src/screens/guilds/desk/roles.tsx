// The roles of the guild: who has them, how many openings are left, and the forms that change them.
import { Action } from '../../../components/action.tsx'
import { Disclosure } from '../../../components/forms/disclosure.tsx'
import type { Field } from '../../../components/forms/mutation-form.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { Section } from '../../../components/screen.tsx'
import { openingsText } from '../words.tsx'
import {
  CloseRoleDocument,
  DismissFromRoleDocument,
  EditRoleDocument,
  PostRoleDocument,
  ReopenRoleDocument,
  type DeskRoleFragment,
  type DeskWholeFragment,
} from './generated/graphql.ts'

const OPENINGS = {
  name: 'openings',
  label: 'Openings',
  kind: 'number',
  value: 1,
  min: 1,
  max: 1000,
} as const satisfies Field

const fieldsOf = (role?: DeskRoleFragment) =>
  [
    { name: 'title', label: 'Title', maxLength: 100, value: role?.title },
    {
      name: 'description',
      label: 'What there is to do',
      kind: 'lines',
      maxLength: 2000,
      value: role?.description,
    },
    {
      name: 'minLevel',
      label: 'Lowest level to apply',
      kind: 'number',
      min: 1,
      max: 1000,
      value: role?.minLevel ?? 1,
    },
  ] as const satisfies Field[]

/** The search parameter that says which form is open. */
const FORM = 'form'

export function Roles({ id, retiredAt, roles }: DeskWholeFragment) {
  return (
    <Section title="Roles">
      {!retiredAt && (
        <Disclosure
          label="Post a role"
          parameter={[FORM, 'post']}
          fields={[...fieldsOf(), OPENINGS]}
          submit="Post the role"
          document={PostRoleDocument}
          variables={({ minLevel, openings, ...texts }) => ({
            input: {
              organizationId: id,
              ...texts,
              minLevel: Number(minLevel),
              openings: Number(openings),
            },
          })}
        />
      )}
      <ul className="entries">
        {roles.nodes.map((role) => (
          <Role key={role.id} role={role} isRetired={retiredAt !== null} />
        ))}
      </ul>
    </Section>
  )
}

function Role({ role, isRetired }: { role: DeskRoleFragment; isRetired: boolean }) {
  const { id, title, minLevel, openings } = role
  return (
    <li>
      <div className="head row apart">
        <h3>{title}</h3>
        <span className="soft">
          from level {minLevel}, {openingsText(openings)}
        </span>
      </div>
      <Holders {...role} />
      <div className="actions">
        {!isRetired && (
          <Disclosure
            label="Change"
            description={`Change ${title}`}
            parameter={[FORM, `edit ${id}`]}
            fields={fieldsOf(role)}
            submit="Save"
            document={EditRoleDocument}
            variables={({ minLevel, ...texts }) => ({
              input: { id, ...texts, minLevel: Number(minLevel) },
            })}
          />
        )}
        {openings > 0 && (
          <Action
            label="Close"
            description={`Close ${title}`}
            quiet
            document={CloseRoleDocument}
            variables={{ id }}
          />
        )}
        {openings === 0 && !isRetired && (
          <Disclosure
            label="Open again"
            description={`Open again ${title}`}
            parameter={[FORM, `open ${id}`]}
            fields={[OPENINGS]}
            submit="Open it again"
            document={ReopenRoleDocument}
            variables={(values) => ({ id, openings: Number(values.openings) })}
          />
        )}
      </div>
    </li>
  )
}

/** Who has the role. */
function Holders({ title, holders }: DeskRoleFragment) {
  const accepted = (holders?.nodes ?? []).filter(
    ({ status, withdrawnAt }) => status === 'accepted' && !withdrawnAt,
  )
  if (accepted.length === 0) return <p className="soft">Nobody has it.</p>
  return (
    <ul className="rows" aria-label={`Who is ${title}`}>
      {accepted.map(({ id, applicant }) => (
        <li key={id}>
          <PersonLink person={applicant} />
          <Action
            label="Dismiss"
            description={`Dismiss ${applicant?.displayName ?? 'somebody'} as ${title}`}
            quiet
            confirm={`Dismiss ${applicant?.displayName ?? 'them'} as ${title}?`}
            document={DismissFromRoleDocument}
            variables={{ id }}
          />
        </li>
      ))}
    </ul>
  )
}
