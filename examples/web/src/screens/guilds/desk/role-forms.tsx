// The forms of a role: to post it, to change it, and to give it openings again.
import type { Field } from '../../../components/forms/field.tsx'
import { MutationForm } from '../../../components/forms/mutation-form.tsx'
import {
  EditRoleDocument,
  PostRoleDocument,
  ReopenRoleDocument,
  type DeskRoleFragment,
} from './generated/graphql.ts'

interface FormProps {
  id: string
  close: () => void
}

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

/** @param id the guild's */
export function PostRole({ id, close }: FormProps) {
  return (
    <MutationForm
      fields={[...fieldsOf(), OPENINGS]}
      submit="Post the role"
      document={PostRoleDocument}
      variables={({ title, description, minLevel, openings }) => ({
        input: {
          organizationId: id,
          title,
          description,
          minLevel: Number(minLevel),
          openings: Number(openings),
        },
      })}
      onDone={close}
    />
  )
}

export function EditRole({ role, close }: { role: DeskRoleFragment; close: () => void }) {
  return (
    <MutationForm
      fields={fieldsOf(role)}
      submit="Save"
      document={EditRoleDocument}
      variables={({ title, description, minLevel }) => ({
        input: { id: role.id, title, description, minLevel: Number(minLevel) },
      })}
      onDone={close}
    />
  )
}

export function ReopenRole({ id, close }: FormProps) {
  return (
    <MutationForm
      fields={[OPENINGS]}
      submit="Open it again"
      document={ReopenRoleDocument}
      variables={({ openings }) => ({ id, openings: Number(openings) })}
      onDone={close}
    />
  )
}
