// One account: who it is, how they sign in, where they are signed in, and what an administrator can change.
import { Link, useParams } from 'react-router'
import { Screen } from '../../../components/screen.tsx'
import { List, Section } from '../../../components/section.tsx'
import { Time } from '../../../components/time.tsx'
import { numberText } from '../../../components/number-text.ts'
import { useLive } from '../../../graphql/use-live.ts'
import { Tabs } from '../tabs.tsx'
import { Changes } from './changes.tsx'
import { Corrections } from './corrections.tsx'
import { AccountDocument, type AccountDetailsFragment } from './generated/graphql.ts'
import '../admin.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(AccountDocument, undefined, { id })
  const title = live.data?.account?.identity.displayName ?? 'Account'
  return (
    <Screen title={title} live={live} above={<Tabs />}>
      {({ account }) =>
        account && (
          <div className="account">
            <div className="column">
              <About {...account} />
              <Sessions {...account} />
              <Grants {...account} />
            </div>
            <div className="column">
              <Changes {...account} />
              <Corrections {...account.identity} />
            </div>
          </div>
        )
      }
    </Screen>
  )
}

function About(account: AccountDetailsFragment) {
  const { identity, isAdministrator, email, emailVerifiedAt, factors } = account
  const { id, username, archetype, house, level, xp, bio, moderation } = identity
  return (
    <Section title={`@${username}`}>
      <p>
        <State {...account} />
      </p>
      <p className="soft">
        {archetype} of {house}, level {level}, {numberText(xp)} xp
        {isAdministrator && ', administrator'}
      </p>
      {bio && <p>{bio}</p>}
      {moderation && (
        <p>
          Names are hidden: {moderation.reason} (<Time at={moderation.hiddenAt} />)
        </p>
      )}
      <p className="soft">
        {email ?? 'No e-mail address'}
        {emailVerifiedAt && (
          <>
            , verified <Time at={emailVerifiedAt} />
          </>
        )}
      </p>
      <p className="soft">Signs in with {factorsText(factors)}</p>
      <p className="links">
        <Link to={`/people/${id}`}>Profile</Link>,{' '}
        <Link to={`/admin/audit?person=${id}`}>audit trail</Link>
      </p>
    </Section>
  )
}

function State({ state, disabledAt, lockedAt, deletionDueAt }: AccountDetailsFragment) {
  if (state === 'active') return 'Can sign in.'
  const at = { disabled: disabledAt, locked: lockedAt, leaving: deletionDueAt }[state]
  return (
    <>
      <b>{STATES[state]}</b> {at && <Time at={at} />}
    </>
  )
}

const STATES = {
  disabled: 'Disabled',
  locked: 'Locked by the person',
  leaving: 'Leaving: deleted',
} as const

function factorsText(factors: AccountDetailsFragment['factors']): string {
  const { password, passkeys, totp, recoveryCodes } = factors
  const texts = [
    password && 'a password',
    passkeys > 0 && `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`,
    totp && 'an authenticator app',
    recoveryCodes > 0 && `${recoveryCodes} recovery codes`,
  ].filter((text) => text !== false)
  return texts.join(', ') || 'nothing yet'
}

function Sessions({ sessions }: AccountDetailsFragment) {
  return (
    <Section title="Sessions">
      <List empty="Signed in nowhere.">
        {sessions.map(({ address, lastSeenAt, method, signedInAt, userAgent }) => (
          <li key={`${signedInAt} ${address} ${userAgent}`}>
            <span title={userAgent}>
              {address}, by {method}
            </span>
            <span className="soft">
              seen <Time at={lastSeenAt} />
            </span>
          </li>
        ))}
      </List>
    </Section>
  )
}

function Grants({ grants }: AccountDetailsFragment) {
  return (
    <Section title="Apps">
      <List empty="No app may act for this person.">
        {appsOf(grants).map(({ clientId, scopes, createdAt, count }) => (
          <li key={clientId}>
            <Link to={`/admin/audit?app=${clientId}`}>{clientId}</Link>
            <span className="soft">
              {scopes.join(', ')}; {count > 1 && `${count} grants, the last `}
              <Time at={createdAt} />
            </span>
          </li>
        ))}
      </List>
    </Section>
  )
}

/** Each app once, with its last grant and how many it has. */
function appsOf(grants: AccountDetailsFragment['grants']) {
  const apps = Map.groupBy(grants, ({ clientId }) => clientId)
  return [...apps.values()].map((ofApp) => {
    const last = ofApp.reduce((a, b) => (b.createdAt > a.createdAt ? b : a))
    return { ...last, count: ofApp.length }
  })
}
