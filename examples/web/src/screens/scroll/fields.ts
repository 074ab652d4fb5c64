// The fields of the editor. The lengths are those of the API.
import type { Field } from '../../components/forms/field.tsx'
import { VISIBILITIES } from './words.ts'

export type ScrollValues = Record<'title' | 'content' | 'visibility', string>

/** @param written what the fields hold at first */
export function scrollFields(written: Partial<ScrollValues> = {}): Field<keyof ScrollValues>[] {
  return [
    { name: 'title', label: 'Title', maxLength: 200, value: written.title },
    {
      name: 'content',
      label: 'Text',
      kind: 'lines',
      maxLength: 50_000,
      hint: 'Plain text. Lines stay as you write them.',
      value: written.content,
    },
    {
      name: 'visibility',
      label: 'Who may read it',
      options: VISIBILITIES,
      value: written.visibility,
    },
  ]
}
