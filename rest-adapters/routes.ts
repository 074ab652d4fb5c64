// The route tables, by the name of the subgraph whose resolvers answer.
import { guildRoutes } from './guild.ts'
import { identityRoutes } from './identity.ts'
import { learnRoutes } from './learn.ts'
import { pathRoutes } from './path.ts'
import type { Route } from './route.ts'

export const routeTables: Readonly<Record<string, readonly Route[]>> = {
  guild: guildRoutes,
  identity: identityRoutes,
  learn: learnRoutes,
  path: pathRoutes,
}
