// Every row of the contract.
import { administrationRows } from './administration.ts'
import { findingRows } from './finding.ts'
import { governanceRows } from './governance.ts'
import { guildLifeCycleRows } from './guild-life-cycles.ts'
import { guildRows } from './guild.ts'
import { identityRows } from './identity.ts'
import { learnLessonRows } from './learn-lessons.ts'
import { learnRows } from './learn.ts'
import { marketRows } from './market.ts'
import { pathRows } from './path.ts'
import { realmRows } from './realm.ts'
import type { Row } from './row.ts'
import { scrollRows } from './scroll.ts'

export const rows: Row[] = [
  ...administrationRows,
  ...findingRows,
  ...governanceRows,
  ...guildRows,
  ...guildLifeCycleRows,
  ...identityRows,
  ...learnRows,
  ...learnLessonRows,
  ...marketRows,
  ...pathRows,
  ...realmRows,
  ...scrollRows,
]
