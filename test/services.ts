// Each service's part in the tests of the whole system. A new service adds one row.
import { addPlace, addRealm } from '#test/realm-story.ts'
import { addScroll } from '#test/story.ts'
import type { TestedService } from '#test/tested-service.ts'
import { governanceRows } from './contract/governance.ts'
import { guildLifeCycleRows } from './contract/guild-life-cycles.ts'
import { guildRows } from './contract/guild.ts'
import { identityRows } from './contract/identity.ts'
import { learnLessonRows } from './contract/learn-lessons.ts'
import { learnRows } from './contract/learn.ts'
import { marketRows } from './contract/market.ts'
import { pathRows } from './contract/path.ts'
import { realmRows } from './contract/realm.ts'
import { scrollRows } from './contract/scroll.ts'
import { COLUMNS } from './personal-data/columns.ts'

/** Tested services by name. */
export const TESTED_SERVICES: Readonly<Record<string, TestedService>> = {
  identity: { rows: identityRows, columns: COLUMNS.identity },
  path: { rows: pathRows, columns: COLUMNS.path },
  learn: { rows: [...learnRows, ...learnLessonRows], columns: COLUMNS.learn },
  guild: { rows: [...guildRows, ...guildLifeCycleRows], columns: COLUMNS.guild },
  governance: { rows: governanceRows, columns: COLUMNS.governance },
  market: { rows: marketRows, columns: COLUMNS.market },
  realm: {
    rows: realmRows,
    columns: COLUMNS.realm,
    async addNodes(system) {
      const realm = await addRealm(system)
      const place = await addPlace(system, { realmId: realm })
      return [
        { type: 'Realm', id: realm },
        { type: 'Place', id: place },
      ]
    },
  },
  scroll: {
    rows: scrollRows,
    columns: COLUMNS.scroll,
    addNodes: async (system) => [{ type: 'Scroll', id: await addScroll(system) }],
  },
}
