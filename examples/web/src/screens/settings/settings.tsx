// What the person can change: their profile here, and everything about signing in at the ID service.
import { useState } from 'react'
import { Link } from 'react-router'
import { MutationForm } from '../../components/forms/mutation-form.tsx'
import { Screen } from '../../components/screen.tsx'
import { Section } from '../../components/section.tsx'
import { useLive } from '../../graphql/use-live.ts'
import { AccountLinks } from './account-links.tsx'
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
        <div className="settings">
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
        <li>
          <a href="/auth/step-up?return_to=/admin/content">Content</a>
          <span className="soft">Hide, retire and correct what the services hold</span>
        </li>
        <li>
          <a href="/auth/account/console">Console</a>
          <span className="soft">Accounts, apps, keys and the audit trail</span>
        </li>
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
  const [isSaved, setSaved] = useState(false)
  return (
    <Section title="Profile">
      {moderation && <p className="soft">An administrator has hidden names: {moderation.reason}</p>}
      <MutationForm
        // What is saved is what the form holds from then on.
        key={JSON.stringify([displayName, bio, archetype])}
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
        variables={({ displayName, archetype, bio }) => ({
          input: { displayName, archetype, bio: bio === '' ? null : bio },
        })}
        onDone={() => setSaved(true)}
      />
      <p role="status" className="soft">
        {isSaved && 'Your profile is saved.'}
      </p>
      <p className="soft">
        You belong to {house}. Only an administrator can move you to another house.{' '}
        <Link to={`/people/${id}`}>See your profile as others do</Link>
      </p>
    </Section>
  )
}

function Username({ username }: OwnProfileFragment) {
  const [isSaved, setSaved] = useState(false)
  return (
    <Section title="Name to sign in with">
      <MutationForm
        key={username}
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
        variables={({ username }) => ({ username })}
        onDone={() => setSaved(true)}
      />
      <p role="status" className="soft">
        {isSaved && `Your username is ${username}.`}
      </p>
    </Section>
  )
}
