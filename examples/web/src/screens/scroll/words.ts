// The words for who may see a scroll.
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
