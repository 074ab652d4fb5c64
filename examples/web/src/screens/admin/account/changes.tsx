// What an administrator can change about an account. The audit trail keeps each reason.
import type { TypedDocumentNode } from '@apollo/client'
import { Action } from '../../../components/action.tsx'
import { MutationForm } from '../../../components/forms/mutation-form.tsx'
import { HOUSES } from '../../../components/house.ts'
import { Section } from '../../../components/section.tsx'
import { REASON } from '../reason.ts'
import {
  ChangeHouseDocument,
  DisableAccountDocument,
  EnableAccountDocument,
  HideNamesDocument,
  RenameAccountDocument,
  ResetAccountFactorsDocument,
  ShowNamesDocument,
  SignOutAccountDocument,
  type AccountDetailsFragment,
} from './generated/graphql.ts'

export function Changes({ identity, state }: AccountDetailsFragment) {
  const { id, moderation } = identity
  const changes = [
    state === 'disabled' ? ENABLE : DISABLE,
    SIGN_OUT,
    RESET_FACTORS,
    ...(moderation ? [] : [HIDE_NAMES]),
  ]
  return (
    <Section title="Changes">
      <div className="changes">
        {changes.map((change) => (
          <Change key={change.words} id={id} {...change} />
        ))}
        {moderation && (
          <Action label="Show the names again" document={ShowNamesDocument} variables={{ id }} />
        )}
        <Rename {...identity} />
        <ChangeHouse {...identity} />
      </div>
    </Section>
  )
}

interface ChangeProps {
  words: string
  about: string
  document: TypedDocumentNode<unknown, { id: string; reason: string }>
  done: string
}

const DISABLE: ChangeProps = {
  words: 'Disable',
  about: 'They cannot sign in, and are signed out everywhere.',
  document: DisableAccountDocument,
  done: 'They are disabled.',
}
const ENABLE: ChangeProps = {
  words: 'Enable',
  about: 'They can sign in again.',
  document: EnableAccountDocument,
  done: 'They are enabled.',
}
const SIGN_OUT: ChangeProps = {
  words: 'Sign out everywhere',
  about: 'Their sessions end, and so do the tokens of all apps.',
  document: SignOutAccountDocument,
  done: 'They are signed out.',
}
const RESET_FACTORS: ChangeProps = {
  words: 'Reset factors',
  about: 'Removes the authenticator app and the recovery codes. Passkeys stay.',
  document: ResetAccountFactorsDocument,
  done: 'Their factors are reset.',
}
const HIDE_NAMES: ChangeProps = {
  words: 'Hide the names',
  about: 'Others see a neutral name and no text about the person.',
  document: HideNamesDocument,
  done: 'Their names are hidden.',
}

function Change({ words, about, document, done, id }: ChangeProps & { id: string }) {
  return (
    <details>
      <summary>{words}</summary>
      <p className="about soft">{about}</p>
      <MutationForm
        document={document}
        submit={words}
        fields={[REASON]}
        variables={({ reason }) => ({ id, reason })}
        done={done}
      />
    </details>
  )
}

type Person = AccountDetailsFragment['identity']

function Rename({ id }: Person) {
  return (
    <details>
      <summary>Rename</summary>
      <MutationForm
        document={RenameAccountDocument}
        submit="Rename"
        fields={[{ name: 'username', label: 'New username', maxLength: 30 }, REASON]}
        variables={({ username, reason }) => ({ id, username, reason })}
      />
    </details>
  )
}

function ChangeHouse({ id, house }: Person) {
  return (
    <details>
      <summary>Move to another house</summary>
      <MutationForm
        key={house}
        document={ChangeHouseDocument}
        submit="Move"
        fields={[{ name: 'house', label: 'House', options: HOUSES, value: house }]}
        variables={({ house }) => ({ id, house })}
      />
    </details>
  )
}
