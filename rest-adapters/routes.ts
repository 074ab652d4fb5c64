// The route tables, by the name of the subgraph that resolves them.
import { governanceRoutes } from './governance.ts'
import { guildRoutes } from './guild.ts'
import { identityRoutes } from './identity.ts'
import { learnRoutes } from './learn.ts'
import { marketRoutes } from './market.ts'
import { pathRoutes } from './path.ts'
import { realmRoutes } from './realm.ts'
import type { Route } from './route.ts'
import { scrollRoutes } from './scroll.ts'

export const routeTables: Readonly<Record<string, readonly Route[]>> = {
  governance: governanceRoutes,
  guild: guildRoutes,
  identity: identityRoutes,
  learn: learnRoutes,
  market: marketRoutes,
  path: pathRoutes,
  scroll: scrollRoutes,
  realm: realmRoutes,
}
