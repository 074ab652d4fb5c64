// What the tests of the whole system know of the Scroll service.
import { addScroll } from '#test/story.ts'
import type { TestedService } from '#test/tested-service.ts'
import { scrollRows } from '../../../test/contract/scroll.ts'
import { AUDIT, MIGRATIONS, SHARED } from '../../../test/personal-data/columns.ts'

export const testedService: TestedService = {
  rows: scrollRows,
  columns: {
    ...SHARED,
    ...AUDIT,
    ...MIGRATIONS,
    scroll_revisions: { person: 'id title content visibility', others: 'scroll_id' },
    // The author chooses whether title and content stay.
    scrolls: {
      person: 'author_id author hidden_author title content',
      texts: 'hidden_reason',
      others: 'id house visibility',
    },
    scrolls_count: { others: 'visibility house' },
  },
  triggers: { migration: '0002-tables', hash: '8W9VSdwce7He' },
  addNodes: async (system) => [{ type: 'Scroll', id: await addScroll(system) }],
}
