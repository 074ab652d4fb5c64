// The events of the Scroll service: their kinds, and who may read their subjects.
import { defineEventKinds, type ServiceEvents } from '#foundation/events/kinds.ts'
import { changed, cleared, inserted, set } from '#foundation/events/row-change.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { ScrollContext } from './context.ts'
import { findScroll } from './domain/scroll.ts'

const scroll = { subject: 'Scroll', id: 'new.id', related: ['new.author_id'] } as const
const ofReaders = { ...scroll, audience: 'public' } as const
const ofAuthor = { ...scroll, audience: { owner: 'new.author_id' } } as const

const EDITED = ['title', 'content', 'visibility']
const IS_PRIVATE = `new.visibility = 'private'`
const IS_SHARED = `new.visibility <> 'private'`

export const scrollEventKinds = defineEventKinds({
  'scroll.published': {
    description: 'Somebody published a scroll for everybody, or for their house.',
    change: inserted('scrolls', IS_SHARED),
    ...ofReaders,
  },
  'scroll.edited': {
    description: 'The author changed a scroll that others can read.',
    change: changed('scrolls', EDITED, IS_SHARED),
    ...ofReaders,
  },
  'scroll.renamed': {
    description:
      'A scroll shows another name of its author, because an administrator hid or showed the name, or the author left.',
    change: changed('scrolls', ['author'], IS_SHARED),
    subject: 'Scroll',
    id: 'new.id',
    audience: 'public',
  },
  'private_scroll.published': {
    description: 'The person wrote a scroll that only they can read.',
    change: inserted('scrolls', IS_PRIVATE),
    ...ofAuthor,
  },
  'private_scroll.edited': {
    description: 'The person changed a scroll that only they can read, or made one private.',
    change: changed('scrolls', EDITED, IS_PRIVATE),
    ...ofAuthor,
  },
  'scroll.withdrawn': {
    description: 'The person withdrew their scroll.',
    change: set('scrolls', 'withdrawn_at'),
    ...ofAuthor,
  },
  'scroll.hidden': {
    description: 'An administrator hid a scroll.',
    change: set('scrolls', 'hidden_at'),
    ...ofAuthor,
  },
  'scroll.shown': {
    description: 'A scroll can be read again by everybody it is meant for.',
    change: cleared('scrolls', 'hidden_at'),
    ...ofReaders,
  },
})

export const scrollEvents: ServiceEvents<ScrollContext> = {
  kinds: scrollEventKinds,
  subjects: { Scroll: async (ctx, id) => (await findScroll(ctx, id)) !== undefined },
  readsAsAdministrator,
}
