// The roles of a guild: who may apply, and what has become of the person's application.
import { Action } from '../../../components/action.tsx'
import { Disclosure } from '../../../components/forms/disclosure.tsx'
import { MutationForm } from '../../../components/forms/mutation-form.tsx'
import { Section } from '../../../components/section.tsx'
import { Time } from '../../../components/time.tsx'
import { openingsText } from '../words.tsx'
import {
  ApplyForRoleDocument,
  WithdrawApplicationDocument,
  type GuildRoleFragment as Role,
  type GuildWholeFragment,
} from './generated/graphql.ts'

interface RolesProps {
  guild: GuildWholeFragment
  /** The person's level. */
  level: number
}

export function Roles({ guild, level }: RolesProps) {
  const { nodes } = guild.roles
  return (
    <Section title="Roles">
      {nodes.length === 0 && <p className="soft">It gives no roles.</p>}
      <ul className="entries">
        {nodes.map((role) => (
          <li key={role.id}>
            <div className="head">
              <h3>{role.title}</h3>
              <span className="soft">{openingsText(role.openings)}</span>
            </div>
            <p className="text">{role.description}</p>
            {guild.retiredAt === null && <MyApplication role={role} level={level} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function MyApplication({ role, level }: { role: Role; level: number }) {
  const { myApplication: mine, openings, minLevel } = role
  if (mine && !mine.withdrawnAt && mine.status !== 'rejected') return <Applied {...role} />
  const declined = mine?.status === 'rejected' && 'Your last application was declined. '
  if (openings === 0) return declined && <p className="soft">{declined}</p>
  if (level < minLevel) {
    return (
      <p className="soft">
        {declined}From level {minLevel} on you can apply. You have reached level {level}.
      </p>
    )
  }
  return (
    <>
      {declined && <p className="soft">{declined}You can apply again.</p>}
      <Disclosure name="role" value={role.id} label="Apply" description={`Apply: ${role.title}`}>
        {(close) => <Apply id={role.id} close={close} />}
      </Disclosure>
    </>
  )
}

const MESSAGE = [
  {
    name: 'message',
    label: 'A message to the stewards',
    kind: 'lines',
    required: false,
    maxLength: 2000,
  },
] as const

function Apply({ id, close }: { id: string; close: () => void }) {
  return (
    <MutationForm
      fields={MESSAGE}
      submit="Send the application"
      document={ApplyForRoleDocument}
      variables={({ message }) => ({ id, input: message ? { message } : null })}
      onDone={close}
    />
  )
}

function Applied({ id, title, myApplication }: Role) {
  const isAccepted = myApplication?.status === 'accepted'
  return (
    <div className="actions">
      <span className="chip" data-tone={isAccepted ? 'good' : 'grave'}>
        {isAccepted ? 'You have this role' : 'You applied'}
      </span>
      {!isAccepted && myApplication && (
        <span className="soft">
          <Time at={myApplication.appliedAt} />
        </span>
      )}
      <Action
        label={isAccepted ? 'Give up the role' : 'Withdraw the application'}
        description={`${isAccepted ? 'Give up the role' : 'Withdraw the application'}: ${title}`}
        quiet
        {...(isAccepted && { confirm: `Give up the role ${title}? Its opening is free again.` })}
        document={WithdrawApplicationDocument}
        variables={{ id }}
      />
    </div>
  )
}
