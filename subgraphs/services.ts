// Lists every service of the ecosystem, for processes that do not run it: the router on its own.
import type { Configurable } from '#foundation/process/config.ts'
import { governanceService } from './governance/service.ts'
import { guildService } from './guild/service.ts'
import { identityService } from './identity/service.ts'
import { learnService } from './learn/service.ts'
import { marketService } from './market/service.ts'
import { pathService } from './path/service.ts'
import { realmService } from './realm/service.ts'
import { scrollService } from './scroll/service.ts'

export const services: readonly Configurable[] = [
  identityService,
  pathService,
  learnService,
  guildService,
  governanceService,
  marketService,
  realmService,
  scrollService,
]
