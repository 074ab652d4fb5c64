// The roles of the guild: who has them, and how many openings are left.
import { Action } from '../../../components/action.tsx'
import { Disclosure } from '../../../components/forms/disclosure.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { Section } from '../../../components/section.tsx'
import { openingsText } from '../words.tsx'
import {
  CloseRoleDocument,
  DismissFromRoleDocument,
  type DeskRoleFragment,
  type DeskWholeFragment,
} from './generated/graphql.ts'
import { EditRole, PostRole, ReopenRole } from './role-forms.tsx'

/** The search parameter that says which form is open. */
const FORM = 'form'

export function Roles({ id, retiredAt, roles }: DeskWholeFragment) {
  return (
    <Section title="Roles">
      {!retiredAt && (
        <Disclosure name={FORM} value="post" label="Post a role">
          {(close) => <PostRole id={id} close={close} />}
        </Disclosure>
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
  const { title, minLevel, openings } = role
  return (
    <li>
      <div className="head">
        <h3>{title}</h3>
        <span className="soft">
          from level {minLevel}, {openingsText(openings)}
        </span>
      </div>
      <Holders {...role} />
      <div className="actions">
        {!isRetired && <Change role={role} />}
        {openings > 0 ? <Close {...role} /> : !isRetired && <Reopen {...role} />}
      </div>
    </li>
  )
}

function Change({ role }: { role: DeskRoleFragment }) {
  const { id, title } = role
  return (
    <Disclosure name={FORM} value={`edit ${id}`} label="Change" description={`Change ${title}`}>
      {(close) => <EditRole role={role} close={close} />}
    </Disclosure>
  )
}

function Close({ id, title }: DeskRoleFragment) {
  return (
    <Action
      label="Close"
      description={`Close ${title}`}
      quiet
      document={CloseRoleDocument}
      variables={{ id }}
    />
  )
}

function Reopen({ id, title }: DeskRoleFragment) {
  return (
    <Disclosure
      name={FORM}
      value={`open ${id}`}
      label="Open again"
      description={`Open again ${title}`}
    >
      {(close) => <ReopenRole id={id} close={close} />}
    </Disclosure>
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
