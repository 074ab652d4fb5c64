// The Governance service: proposals, and the votes on them.
import { PERSONAL_DATA_OPERATIONS } from '#foundation/service/personal-data-work.ts'
import { sharedTables } from '#foundation/service/shared-tables.ts'
import { defineSubgraph } from '#foundation/service/subgraph.ts'
import type { GovernanceContext } from './context.ts'
import { governanceLoaders } from './loaders.ts'
import { addDemoProposals } from './demo.ts'
import { closeProposals } from './domain/closing.ts'
import { notifyVoters } from './domain/closing-notices.ts'
import { CallerLevel } from './domain/creation.ts'
import {
  GrantCredential,
  participationBacklog,
  sweepParticipations,
} from './domain/participation.ts'
import { personalData } from './domain/personal-data.ts'
import { governanceEvents } from './events.ts'
import { tables } from './migrations/0002-tables.ts'
import { replaced } from './migrations/replaced.ts'
import { resolvers } from './resolvers.ts'
import { governanceRoutes } from './routes.ts'
import { service } from './service.ts'
import { governanceInput } from './input.ts'
import type { GovernanceTables } from './tables.ts'

export const governance = defineSubgraph<
  GovernanceTables,
  GovernanceContext['loaders'],
  'identity',
  GovernanceContext['settings']
>({
  ...service,
  version: '2.0',
  sdl: new URL('schema.graphql', import.meta.url),
  resolvers,
  routes: governanceRoutes,
  input: governanceInput,
  loaders: governanceLoaders,
  peers: { identity: [CallerLevel, GrantCredential, ...PERSONAL_DATA_OPERATIONS] },
  migrations: {
    '0001-shared-tables': sharedTables,
    '0002-tables': tables,
  },
  replaced,
  events: governanceEvents,
  personalData,
  backlogs: () => [participationBacklog],
  demo: addDemoProposals,
  workers: [
    { name: 'close proposals', everyMs: 1_000, run: closeProposals },
    { name: 'notify voters of closed proposals', everyMs: 1_000, run: notifyVoters },
    { name: 'settle participations', everyMs: 2_000, run: sweepParticipations },
  ],
})
