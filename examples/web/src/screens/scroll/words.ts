// The words for who may see a scroll, and the fields of its editor. The lengths are those of the API.
import type { Field } from '../../components/forms/mutation-form.tsx'
import type { ScrollDetailsFragment } from '../../fragments/generated/graphql.ts'

type Visibility = ScrollDetailsFragment['visibility']

export const VISIBILITIES: Readonly<Record<Visibility, string>> = {
  public: 'Everybody',
  house: 'People of your house',
  private: 'Only you',
}

/** Said of a scroll that not everybody may see. */
export function audience({ visibility, house }: { visibility: Visibility; house: string }) {
  const words = { public: undefined, house: `For ${house} alone`, private: 'For you alone' }
  return words[visibility]
}

/** @param written what the fields hold at first */
export const scrollFields = (written?: {
  title: string
  content: string
  visibility: Visibility
}) =>
  [
    { name: 'title', label: 'Title', maxLength: 200, value: written?.title },
    {
      name: 'content',
      label: 'Text',
      kind: 'lines',
      maxLength: 50_000,
      hint: 'Plain text. Lines stay as you write them.',
      value: written?.content,
    },
    {
      name: 'visibility',
      label: 'Who may read it',
      options: VISIBILITIES,
      value: written?.visibility,
    },
  ] as const satisfies Field[]
