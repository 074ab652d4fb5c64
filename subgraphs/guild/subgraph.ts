// The Guild service: organizations and their members, work roles and who applies for them.
import { defineSubgraph } from '#foundation/subgraph.ts'
import { guildLoaders, type GuildContext } from './context.ts'
import { addDemoGuilds } from './demo.ts'
import { FindCaller } from './domain/caller.ts'
import { organizations } from './migrations/0001-organizations.ts'
import { resolvers } from './resolvers.ts'
import type { GuildTables } from './tables.ts'

export const guild = defineSubgraph<GuildTables, GuildContext['loaders'], 'identity'>({
  name: 'guild',
  title: 'Guild Service',
  version: '2.0',
  port: 3009,
  settings: 'GUILD',
  sdl: new URL('schema.graphql', import.meta.url),
  resolvers,
  loaders: guildLoaders,
  peers: { identity: [FindCaller] },
  migrations: { '0001-organizations': organizations },
  demo: addDemoGuilds,
})
