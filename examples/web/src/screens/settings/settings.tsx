// What the person can change: their profile here, and everything about signing in at the ID service.
import { Link } from 'react-router'
import { MutationForm } from '../../components/forms/mutation-form.tsx'
import { Row, Screen, Section } from '../../components/screen.tsx'
import { useLive } from '../../graphql/use-live.ts'
import {
  ChangeProfileDocument,
  ChangeUsernameDocument,
  SettingsDocument,
  type OwnProfileFragment,
} from './generated/graphql.ts'
import './settings.css'

export function Component() {
  const live = useLive(SettingsDocument, undefined, {})
  return (
    <Screen title="Settings" live={live}>
      {({ me }) => (
        <div className="settings columns">
          {me && <Profile {...me} />}
          {me && <Username {...me} />}
          <AccountLinks />
          {me?.isAdministrator && <ForAdministrators />}
        </div>
      )}
    </Screen>
  )
}

function ForAdministrators() {
  return (
    <Section title="For administrators">
      <p className="soft">You confirm with two factors that it is you.</p>
      <ul className="rows">
        <Row note="Hide, retire and correct what the services hold">
          <a href="/auth/step-up?return_to=/admin/content">Content</a>
        </Row>
        <Row note="Accounts, apps, keys and the audit trail">
          <a href="/auth/account/console">Console</a>
        </Row>
      </ul>
    </Section>
  )
}

const ARCHETYPES = {
  Architect: 'Architect',
  Navigator: 'Navigator',
  Cipher: 'Cipher',
  Pathfinder: 'Pathfinder',
  Keeper: 'Keeper',
}

function Profile(me: OwnProfileFragment) {
  const { id, displayName, bio, archetype, house, moderation } = me
  return (
    <Section title="Profile">
      {moderation && <p className="soft">An administrator has hidden names: {moderation.reason}</p>}
      <MutationForm
        document={ChangeProfileDocument}
        submit="Save the profile"
        fields={[
          { name: 'displayName', label: 'Display name', value: displayName, maxLength: 80 },
          { name: 'archetype', label: 'Archetype', options: ARCHETYPES, value: archetype },
          {
            name: 'bio',
            label: 'About you',
            hint: 'One line of at most 300 characters, which everybody can read.',
            value: bio ?? '',
            maxLength: 300,
            required: false,
          },
        ]}
        variables={({ bio: text, ...input }) => ({ input: { ...input, bio: text || null } })}
        keeps
        done="Your profile is saved."
      />
      <p className="soft">
        You belong to {house}. Only an administrator can move you to another house.{' '}
        <Link to={`/people/${id}`}>See your profile as others do</Link>
      </p>
    </Section>
  )
}

function Username({ username }: OwnProfileFragment) {
  return (
    <Section title="Name to sign in with">
      <MutationForm
        document={ChangeUsernameDocument}
        submit="Change the username"
        fields={[
          {
            name: 'username',
            label: 'Username',
            value: username,
            hint: 'You sign in with it: 3 to 30 of a-z, 0-9 and _. You can change it once in 30 days.',
            maxLength: 30,
          },
        ]}
        variables={(input) => input}
        keeps
        done={`Your username is ${username}.`}
      />
    </Section>
  )
}

/** The pages of the ID service: this app never sees a password or a passkey. examples/server knows where they are. */
function AccountLinks() {
  return (
    <Section title="Account">
      <ul className="rows">
        <Row note="E-mail address, password, passkeys, wallets, second factor and recovery codes">
          <a href="/auth/account/security">Sign-in and security</a>
        </Row>
        <Row note="Where you are signed in, and what may act for you">
          <a href="/auth/account/devices">Devices and apps</a>
        </Row>
        <Row note="A copy of everything, and how to leave">
          <a href="/auth/account/data">Your data</a>
        </Row>
      </ul>
    </Section>
  )
}
