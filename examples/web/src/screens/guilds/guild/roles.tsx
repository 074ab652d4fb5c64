// The roles of a guild: who may apply, and what has become of the person's application.
import { Action } from '../../../components/action.tsx'
import { Disclosure } from '../../../components/forms/disclosure.tsx'
import { Section } from '../../../components/screen.tsx'
import { Time } from '../../../components/time.tsx'
import { openingsText } from '../words.tsx'
import {
  ApplyForRoleDocument,
  WithdrawApplicationDocument,
  type GuildRoleFragment as Role,
  type GuildWholeFragment,
} from './generated/graphql.ts'

/** @param props.level the person's */
export function Roles({ guild, level }: { guild: GuildWholeFragment; level: number }) {
  const { nodes } = guild.roles
  return (
    <Section title="Roles">
      {nodes.length === 0 && <p className="soft">It gives no roles.</p>}
      <ul className="entries">
        {nodes.map((role) => (
          <li key={role.id}>
            <div className="head row apart">
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
  const { id, title, myApplication: mine, openings, minLevel } = role
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
      <Disclosure
        label="Apply"
        description={`Apply: ${title}`}
        parameter={['role', id]}
        fields={[MESSAGE]}
        submit="Send the application"
        document={ApplyForRoleDocument}
        variables={({ message }) => ({ id, input: message ? { message } : null })}
      />
    </>
  )
}

const MESSAGE = {
  name: 'message',
  label: 'A message to the stewards',
  kind: 'lines',
  required: false,
  maxLength: 2000,
} as const

function Applied({ id, title, myApplication }: Role) {
  const isAccepted = myApplication?.status === 'accepted'
  const label = isAccepted ? 'Give up the role' : 'Withdraw the application'
  return (
    <div className="actions">
      <span className="chip" data-tone={isAccepted ? 'good' : 'grave'}>
        {isAccepted ? 'You have this role' : 'You applied'}
      </span>
      {!isAccepted && myApplication && <Time className="soft" at={myApplication.appliedAt} />}
      <Action
        label={label}
        description={`${label}: ${title}`}
        quiet
        {...(isAccepted && { confirm: `Give up the role ${title}? Its opening is free again.` })}
        document={WithdrawApplicationDocument}
        variables={{ id }}
      />
    </div>
  )
}
